/** What the person typed ahead of a question, for the next one. */
let ahead = "";

/**
 * Asks the person at the terminal; anything but a yes is a no, and so is an end of input or an interruption. An answer
 * is one line: what was typed behind it answers the next question.
 */
export async function askTerminal(question: string, signal?: AbortSignal): Promise<boolean> {
  process.stderr.write(`${question} [y/N] `);
  const answer = await nextLine(signal);
  return /^y(es)?$/i.test(answer.trim());
}

function nextLine(signal: AbortSignal | undefined): Promise<string> {
  const { stdin } = process;
  return new Promise((resolve) => {
    const done = (line: string) => {
      stdin.off("data", read).off("end", ended).off("error", ended);
      signal?.removeEventListener("abort", stopped);
      // Else the terminal would keep the process from its end.
      stdin.pause();
      resolve(line);
    };
    const take = () => {
      const end = ahead.indexOf("\n");
      if (end < 0) return false;
      const line = ahead.slice(0, end);
      ahead = ahead.slice(end + 1);
      done(line);
      return true;
    };
    const read = (chunk: Buffer | string) => {
      ahead += chunk.toString();
      take();
    };
    const ended = () => {
      const last = ahead;
      ahead = "";
      done(last);
    };
    const stopped = () => done("");
    if (signal?.aborted === true) return stopped();
    if (take()) return;
    signal?.addEventListener("abort", stopped);
    stdin.on("data", read).on("end", ended).on("error", ended);
    stdin.resume();
  });
}
