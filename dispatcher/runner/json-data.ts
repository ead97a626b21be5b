/** What a value is as plain JSON data: the same value where it is that already. */
export interface JsonData {
  readonly data: unknown;
  /** What JSON has no word for and replaces by null. */
  readonly notes: readonly string[];
}

/**
 * Checks what a tool returned. `undefined` is null; what has `toJSON` is what that gives.
 * Throws a RangeError-free `Error` whose message names the place of a BigInt, a circle, a function, a symbol, a Map or a
 * Set, which JSON cannot carry or would silently drop.
 */
export function jsonData(value: unknown): JsonData {
  if (value === undefined) return { data: null, notes: [] };
  const notes: string[] = [];
  let converts = false;
  const ancestors = new Set<object>();

  const check = (one: unknown, path: () => string): void => {
    switch (typeof one) {
      case "bigint":
        throw new Error(`${path()} is a BigInt (${one}n)`);
      case "function":
      case "symbol":
        throw new Error(`${path()} is a ${typeof one}`);
      case "number":
        if (!Number.isFinite(one)) notes.push(`${path()} is ${one}, for which JSON has null`);
        return;
      case "object":
        if (one !== null) checkObject(one, path);
    }
  };
  const checkObject = (one: object, path: () => string): void => {
    if (ancestors.has(one)) throw new Error(`${path()} refers back to an object that holds it`);
    ancestors.add(one);
    if (Array.isArray(one)) {
      for (let index = 0; index < one.length; index++) check(one[index], () => `${path()}[${index}]`);
    } else if (typeof (one as { toJSON?: unknown }).toJSON === "function") {
      converts = true;
      check((one as { toJSON(): unknown }).toJSON(), path);
    } else if (one instanceof Map || one instanceof Set) {
      throw new Error(`${path()} is a ${one.constructor.name}`);
    } else {
      for (const key of Object.keys(one)) check((one as Record<string, unknown>)[key], () => `${path()}.${key}`);
      converts ||= Object.getPrototypeOf(one) !== Object.prototype && Object.getPrototypeOf(one) !== null;
    }
    ancestors.delete(one);
  };

  try {
    check(value, () => "the data");
    return { data: converts ? (JSON.parse(JSON.stringify(value)) as unknown) : value, notes };
  } catch (error) {
    if (error instanceof RangeError) throw new Error("the data is nested too deeply", { cause: error });
    throw error;
  }
}
