import { z } from 'zod';

type AnySchema = z.core.$ZodType;

/** Where a schema holds another one. */
const INNER = ['innerType', 'element', 'in', 'out'] as const;

/**
 * The fields of a form as a reply gives them: what is stored was checked when it was written, perhaps by other limits, and
 * what was stored before a field existed has the field's default.
 */
export function asStored<const Shape extends z.core.$ZodShape>(shape: Shape): Shape {
  const fields = Object.entries(shape).map(([name, schema]) => [name, withoutChecks(schema)]);
  return Object.fromEntries(fields) as Shape;
}

/** A schema without any of its limits, at whatever depth: what is left is of what type each value is. */
export function withoutChecks<Schema extends AnySchema>(schema: Schema): Schema {
  const { def } = schema._zod;
  const held = def as Partial<Record<(typeof INNER)[number], AnySchema>> & {
    shape?: z.core.$ZodShape;
    options?: readonly AnySchema[];
  };
  const inner = {
    ...Object.fromEntries(INNER.flatMap((name) => (held[name] ? [[name, withoutChecks(held[name])]] : []))),
    ...(held.shape && { shape: asStored(held.shape) }),
    ...(held.options && { options: held.options.map(withoutChecks) }),
  };
  // A spread would read the default once: every reply would then share its array.
  return z.clone(schema, z.util.mergeDefs(def, { checks: [] }, inner) as typeof def);
}
