import { z } from 'zod';

/**
 * The fields of a form as a reply gives them: what is stored was checked when it was written, perhaps by other limits, and
 * what was stored before a field existed has the field's default.
 */
export function asStored<const Shape extends z.core.$ZodShape>(shape: Shape): Shape {
  const fields = Object.entries(shape).map(([name, schema]) => [name, withoutChecks(schema)]);
  return Object.fromEntries(fields) as Shape;
}

function withoutChecks<Schema extends z.core.$ZodType>(schema: Schema): Schema {
  const { def } = schema._zod;
  const inner = {
    ...('innerType' in def && { innerType: withoutChecks(def.innerType as z.core.$ZodType) }),
    ...('element' in def && { element: withoutChecks(def.element as z.core.$ZodType) }),
  };
  // A spread would read the default once: every reply would then share its array.
  return z.clone(schema, z.util.mergeDefs(def, { checks: [] }, inner) as typeof def);
}
