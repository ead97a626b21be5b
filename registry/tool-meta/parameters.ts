import { nearest } from "./nearest.ts";
import type { HeaderPath } from "./raw-header.ts";
import type { ShapedParameter } from "./schema.ts";
import type { Parameter } from "./tool-meta.ts";
import { BASE_TYPES, type DeclaredType, readType, readValue, typeName } from "./value-type.ts";

/** Takes down a fault or warning of the header at a path. */
export type Report = (path: HeaderPath, code: string, message: string, fix: string) => void;

/** An option or argument in normal form; what is wrong with it alone is reported. */
export function parameter(raw: ShapedParameter, path: HeaderPath, report: Report): Parameter {
  const type = declaredType(raw, path, report);
  const required = raw.required === true;
  const value = raw.default === undefined || type === undefined ? undefined : defaultValue(raw.default, raw.name, type, path, report);
  if (required && raw.default !== undefined) {
    const fix = `Remove the default of ${raw.name}, or don't require it`;
    report(path, "header_default", `${raw.name} is required and has a default: the default could never be used`, fix);
  }
  const { type: base, list, values } = type ?? { type: "string" as const, list: false };
  return {
    name: raw.name,
    type: base,
    list,
    ...(values === undefined ? {} : { values }),
    required,
    ...(value === undefined ? {} : { default: value }),
    ...(raw.description === undefined ? {} : { description: raw.description }),
    ...(raw.short === undefined ? {} : { short: raw.short }),
    ...(raw.env === undefined ? {} : { env: raw.env }),
  };
}

function declaredType(raw: ShapedParameter, path: HeaderPath, report: Report): DeclaredType | undefined {
  if (raw.type === undefined) return { type: "string", list: false };
  const type = readType(raw.type);
  const at = [...path, "type"];
  if (type === undefined) {
    const written = String(raw.type);
    const near = nearest(written.replace(/\W/g, ""), BASE_TYPES);
    const list = written.includes("[]") ? "[]" : "";
    const fix =
      near === undefined ? `Write one of ${BASE_TYPES.join(", ")}, a list of words (any|all), or [] of these` : `Write ${near}${list}`;
    report(at, "header_type", `${raw.name} has a type that doesn't exist: ${written}`, fix);
    return undefined;
  }
  if (type.type === "enum") {
    const words = type.values ?? [];
    const fix = "Write the words it may be, each once, as in any|all";
    if (words.length === 0) report(at, "header_type", `${raw.name} is an enum without words`, fix);
    else if (words.some((word) => word === "" || /[\n\r\0]/.test(word)))
      report(at, "header_type", `${raw.name} has an enum word that cannot be typed`, fix);
    else if (new Set(words).size < words.length) report(at, "header_type", `${raw.name} has the same enum word twice`, fix);
  }
  return type;
}

function defaultValue(
  raw: NonNullable<ShapedParameter["default"]>,
  name: string,
  type: DeclaredType,
  path: HeaderPath,
  report: Report,
): unknown {
  const at = [...path, "default"];
  const read = (item: unknown) => {
    const value = readValue(String(item), type);
    if (value !== undefined) return value;
    const takes = type.type === "enum" ? (type.values ?? []).join(", ") : type.type;
    const fix = `Write a default that is ${type.type === "enum" ? "one of " : "of the type "}${takes}, or remove it`;
    report(at, "header_default", `The default of ${name} is not of its type ${typeName(type)}: ${String(item)}`, fix);
    return undefined;
  };
  if (!type.list) {
    if (!Array.isArray(raw)) return read(raw);
    report(
      at,
      "header_default",
      `The default of ${name} is a list, but its type is ${typeName(type)}`,
      `Write one value, or the type ${typeName({ ...type, list: true })}`,
    );
    return undefined;
  }
  // `default: a, b` and `[name=a,b]` are the short form of a list.
  const items = Array.isArray(raw)
    ? raw
    : raw === ""
      ? []
      : String(raw)
          .split(",")
          .map((item) => item.trim());
  return items.map(read).filter((item) => item !== undefined);
}
