import { cut } from '#domain/cut';
import { m } from '../../../../../messages/messages.js';
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
  const listed = cut(others.join(', '), 100);
  if (others.length > 0)
    changes.push(
      own
        ? m.imports_other_units_of_the_answer_were_removed({ listed })
        : m.imports_units_were_removed_because_none_of_them({ listed }),
    );
  const field = (name: string) => ownText(child(element, name));
  if (Number(field('unitgradingtype') || 0) !== 0 && Number(field('unitpenalty') || 0) !== 0)
    changes.push(m.imports_a_wrong_or_missing_unit_no_longer());
  if (own?.name && field('unitsleft') === '1') changes.push(m.imports_the_unit_is_shown_after_the_number());
  return own?.name ? { unit: cut(own.name, 40) } : {};
}
