import type { LoggedEvent } from "./event.ts";

/** One writer's events; `first` is where they begin, known before they are opened. */
export interface WriterRun {
  readonly first: Pick<LoggedEvent, "time" | "writer" | "seq">;
  open(): Iterator<LoggedEvent>;
}

interface Head {
  key: WriterRun["first"];
  /** Undefined: not opened yet. */
  event: LoggedEvent | undefined;
  rest: Iterator<LoggedEvent> | undefined;
  readonly run: WriterRun;
}

/** All events in one order that everybody finds again: by time, then writer, then number. A run is opened when its turn comes. */
export function* mergeWriters(runs: readonly WriterRun[]): Generator<LoggedEvent> {
  const heap: Head[] = [];
  for (const run of runs) push(heap, { key: run.first, event: undefined, rest: undefined, run });
  for (let head = heap[0]; head !== undefined; head = heap[0]) {
    if (head.event !== undefined) yield head.event;
    head.rest ??= head.run.open();
    const next = head.rest.next();
    if (next.done) {
      const last = heap.pop() as Head;
      if (heap.length > 0) heap[0] = last;
    } else {
      head.event = next.value;
      head.key = next.value;
    }
    sink(heap);
  }
}

function before(a: Head, b: Head): boolean {
  const [x, y] = [a.key, b.key];
  if (x.time !== y.time) return x.time < y.time;
  return x.writer !== y.writer ? x.writer < y.writer : x.seq < y.seq;
}

function push(heap: Head[], head: Head): void {
  heap.push(head);
  for (let at = heap.length - 1; at > 0; ) {
    const parent = (at - 1) >> 1;
    if (!before(heap[at] as Head, heap[parent] as Head)) return;
    swap(heap, at, parent);
    at = parent;
  }
}

function sink(heap: Head[]): void {
  for (let at = 0; ; ) {
    let least = at;
    for (const child of [2 * at + 1, 2 * at + 2]) {
      if (child < heap.length && before(heap[child] as Head, heap[least] as Head)) least = child;
    }
    if (least === at) return;
    swap(heap, at, least);
    at = least;
  }
}

function swap(heap: Head[], a: number, b: number): void {
  [heap[a], heap[b]] = [heap[b] as Head, heap[a] as Head];
}
