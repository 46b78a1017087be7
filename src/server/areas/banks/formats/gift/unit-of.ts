import { child, children, ownText, textIn } from '../moodle/moodle-element.ts';
import type { Element } from '../moodle/parse-xml.ts';

/** The unit in which the key of a number is given; whatever else the file says of units is reported. */
export function unitOf(element: Element, changes: string[]): { unit?: string } {
  const units = children(child(element, 'units'), 'unit').map((unit) => ({
    name: textIn(unit, 'unit_name').trim(),
    multiplier: Number(textIn(unit, 'multiplier').trim() || 1),
  }));
  const own = units.find(({ multiplier }) => multiplier === 1);
  const others = units.filter((unit) => unit !== own && unit.name !== '').map(({ name }) => name);
  const listed = others.join(', ').slice(0, 100);
  if (others.length > 0)
    changes.push(
      own
        ? `other units of the answer were removed: ${listed}`
        : `units were removed, because none of them has the multiplier 1: ${listed}`,
    );
  const field = (name: string) => ownText(child(element, name));
  if (Number(field('unitgradingtype') || 0) !== 0 && Number(field('unitpenalty') || 0) !== 0)
    changes.push('a wrong or missing unit no longer costs points');
  if (own?.name && field('unitsleft') === '1') changes.push('the unit is shown after the number');
  return own?.name ? { unit: own.name.slice(0, 40) } : {};
}
