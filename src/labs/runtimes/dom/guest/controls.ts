import {
  HTMLElement,
  HTMLFormElement,
  HTMLInputElement,
  HTMLLabelElement,
  HTMLOptionElement,
  HTMLSelectElement,
  HTMLTextAreaElement,
} from 'linkedom';
import { EVENTS, fire } from './events.ts';

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
const FIELDS = 'input, select, textarea, button';

/** What was written into a field since the page was read. */
const written = new WeakMap<Element, string>();
/** Whether a box was checked, or an option chosen, when it was first changed. */
const began = new WeakMap<Element, boolean>();

const isBox = (element: Element): element is HTMLInputElement =>
  element instanceof HTMLInputElement && ['checkbox', 'radio'].includes(element.type);
export const isDisabled = (element: Element): boolean =>
  element.matches(FIELDS) &&
  (element.hasAttribute('disabled') || element.closest('fieldset[disabled]') !== null);

function mark(element: Element, name: 'checked' | 'selected', isOn: boolean): void {
  if (!began.has(element)) began.set(element, element.hasAttribute(name));
  if (isOn) element.setAttribute(name, '');
  else element.removeAttribute(name);
}

/** Boxes and options show in their attribute what they are, so that `:checked` finds them. */
function check(box: HTMLInputElement, isOn: boolean): void {
  const { name, type } = box;
  const root = box.form ?? box.ownerDocument;
  if (type === 'radio' && isOn && name !== '')
    for (const other of root.querySelectorAll<HTMLInputElement>('input[type=radio]'))
      if (other !== box && other.name === name) mark(other, 'checked', false);
  mark(box, 'checked', isOn);
}

const optionsOf = (select: Element): HTMLOptionElement[] => [...select.querySelectorAll('option')];
const chosenOf = (select: Element): HTMLOptionElement | undefined => {
  const options = optionsOf(select);
  return options.findLast((one) => one.hasAttribute('selected')) ?? options.find((one) => !isDisabled(one));
};
function choose(select: Element, chosen: HTMLOptionElement | undefined): void {
  for (const option of optionsOf(select)) mark(option, 'selected', option === chosen);
}

/** A property that an attribute holds, and an empty text where there is none. */
const reflected = (name: string, unset = '') => ({
  get(this: Element) {
    return this.getAttribute(name) ?? unset;
  },
  set(this: Element, value: unknown) {
    this.setAttribute(name, String(value));
  },
});

const form = {
  get(this: Element) {
    const id = this.getAttribute('form');
    return id === null ? this.closest('form') : this.ownerDocument.getElementById(id);
  },
};

function define(prototype: object, properties: PropertyDescriptorMap): void {
  for (const [name, property] of Object.entries(properties))
    Object.defineProperty(prototype, name, { configurable: true, enumerable: true, ...property });
}

function defineFields(): void {
  const names = { name: reflected('name'), placeholder: reflected('placeholder'), form };
  define(HTMLInputElement.prototype, {
    ...names,
    type: {
      get(this: Element) {
        return (this.getAttribute('type') ?? 'text').toLowerCase();
      },
      set: reflected('type').set,
    },
    value: {
      get(this: HTMLInputElement) {
        return written.get(this) ?? this.getAttribute('value') ?? (isBox(this) ? 'on' : '');
      },
      set(this: HTMLInputElement, value: unknown) {
        if (isBox(this)) this.setAttribute('value', String(value));
        else written.set(this, String(value ?? ''));
      },
    },
    defaultValue: reflected('value'),
    valueAsNumber: {
      get(this: HTMLInputElement) {
        return this.value === '' ? Number.NaN : Number(this.value);
      },
    },
    checked: {
      get(this: Element) {
        return this.hasAttribute('checked');
      },
      set(this: HTMLInputElement, isOn: unknown) {
        check(this, Boolean(isOn));
      },
    },
    select: { value: () => undefined },
  });
  define(HTMLTextAreaElement.prototype, {
    ...names,
    type: { value: 'textarea' },
    value: {
      get(this: Element) {
        return written.get(this) ?? this.textContent;
      },
      set(this: Element, value: unknown) {
        written.set(this, String(value ?? ''));
      },
    },
    select: { value: () => undefined },
  });
  defineSelects();
}

function defineSelects(): void {
  define(HTMLOptionElement.prototype, {
    value: {
      get(this: Element) {
        return this.getAttribute('value') ?? this.textContent?.trim();
      },
      set: reflected('value').set,
    },
    text: {
      get(this: Element) {
        return this.textContent?.trim();
      },
    },
    selected: {
      get(this: Element) {
        const select = this.closest('select');
        return select ? chosenOf(select) === this : this.hasAttribute('selected');
      },
      set(this: HTMLOptionElement, isOn: unknown) {
        const select = this.closest('select');
        if (select && isOn) choose(select, this);
        else mark(this, 'selected', Boolean(isOn));
      },
    },
  });
  define(HTMLSelectElement.prototype, {
    name: reflected('name'),
    form,
    type: { value: 'select-one' },
    value: {
      get(this: Element) {
        return chosenOf(this)?.value ?? '';
      },
      set(this: Element, value: unknown) {
        choose(
          this,
          optionsOf(this).find((option) => option.value === String(value)),
        );
      },
    },
    selectedIndex: {
      get(this: Element) {
        return optionsOf(this).findIndex((option) => option.selected);
      },
      set(this: Element, index: number) {
        choose(this, optionsOf(this)[index]);
      },
    },
    selectedOptions: {
      get(this: Element) {
        return [chosenOf(this)].filter((option) => option !== undefined);
      },
    },
  });
}

const fieldsOf = (owner: Element): Field[] =>
  [...owner.ownerDocument.querySelectorAll<Field>(FIELDS)].filter((field) => field.form === owner);

function reset(owner: HTMLFormElement): void {
  if (!fire(owner, 'reset')) return;
  for (const field of fieldsOf(owner)) {
    written.delete(field);
    for (const part of [field, ...optionsOf(field)]) {
      const wasOn = began.get(part);
      if (wasOn !== undefined) mark(part, part === field ? 'checked' : 'selected', wasOn);
    }
  }
}

/** What is required and empty; nothing else of a form is validated. Radio buttons of one name are asked together. */
const isMissing = (field: Field, _at: number, fields: readonly Field[]) => {
  if (!field.hasAttribute('required') || isDisabled(field)) return false;
  if (!isBox(field)) return field.value === '';
  const isOfGroup = (one: Field) => one.type === 'radio' && one.name === field.name;
  const group = field.type === 'radio' && field.name !== '' ? fields.filter(isOfGroup) : [field];
  return !group.some((one) => isBox(one) && one.checked);
};

/** Submits it as a press on its button would: first a look at what is required, then the event. */
export function submit(owner: HTMLFormElement, submitter: Element | null = null): void {
  const missing = owner.hasAttribute('novalidate') ? undefined : fieldsOf(owner).find(isMissing);
  if (missing) fire(missing, 'invalid', { bubbles: false });
  else fire(owner, 'submit', { submitter }, EVENTS.SubmitEvent);
}

function defineForms(): void {
  define(HTMLFormElement.prototype, {
    elements: {
      get(this: Element) {
        const fields = fieldsOf(this);
        const named = fields.flatMap((field) =>
          [field.id, field.name].filter(Boolean).map((name) => [name, field] as const),
        );
        return Object.assign(fields, Object.fromEntries(named.toReversed()), {
          namedItem: (name: string) => named.find(([known]) => known === name)?.[1] ?? null,
        });
      },
    },
    reset: {
      value(this: HTMLFormElement) {
        reset(this);
      },
    },
    submit: { value: () => undefined },
    requestSubmit: {
      value(this: HTMLFormElement, submitter?: Element) {
        submit(this, submitter);
      },
    },
    checkValidity: {
      value(this: HTMLFormElement) {
        return !fieldsOf(this).some(isMissing);
      },
    },
  });
  define(HTMLLabelElement.prototype, {
    htmlFor: reflected('for'),
    control: {
      get(this: Element) {
        const id = this.getAttribute('for');
        return id === null ? this.querySelector(FIELDS) : this.ownerDocument.getElementById(id);
      },
    },
  });
}

/** Of a click that nobody canceled. */
function follow(target: Element): void {
  const button = target.closest('button, input[type=submit], input[type=reset]');
  if (button) {
    const owner = form.get.call(button);
    const type = button.getAttribute('type') ?? 'submit';
    if (owner instanceof HTMLFormElement && type === 'submit') submit(owner, button);
    if (owner instanceof HTMLFormElement && type === 'reset') reset(owner);
    return;
  }
  const label = target.closest('label');
  const { control } = (label ?? {}) as Partial<HTMLLabelElement>;
  if (control && !target.closest(FIELDS)) click(control);
  const details = target.closest('summary')?.closest('details');
  if (!details) return;
  details.toggleAttribute('open');
  fire(details, 'toggle', { bubbles: false });
}

/** What a click does, besides telling of it. */
export function click(target: Element): void {
  if (isDisabled(target.closest(FIELDS) ?? target)) return;
  const send = () => fire(target, 'click', { button: 0, detail: 1 }, EVENTS.MouseEvent);
  if (!isBox(target)) {
    if (send()) follow(target);
    return;
  }
  const before = target.checked;
  const others = [...target.ownerDocument.querySelectorAll<HTMLInputElement>('input[type=radio]')];
  const chosen = others.find((other) => other.checked && other.name === target.name);
  check(target, target.type === 'radio' || !before);
  if (!send()) {
    check(target, before);
    if (target.type === 'radio' && chosen) check(chosen, true);
  } else if (target.checked !== before) {
    fire(target, 'input', { cancelable: false });
    fire(target, 'change', { cancelable: false });
  }
}

function textOf(field: Element): HTMLInputElement | HTMLTextAreaElement | undefined {
  if (field instanceof HTMLTextAreaElement) return field;
  return field instanceof HTMLInputElement && !isBox(field) ? field : undefined;
}

/** Writes into a field what stands there instead, key by key, and leaves it. */
export function type(field: Element, text: string): boolean {
  if (isDisabled(field)) return true;
  const changed = (kind: string) => fire(field, kind, { cancelable: false });
  if (field instanceof HTMLSelectElement) {
    const option = optionsOf(field).find((one) => one.value === text || one.text === text);
    if (!option) return false;
    choose(field, option);
    changed('input');
    changed('change');
    return true;
  }
  const input = textOf(field);
  if (!input) return false;
  if (field.hasAttribute('readonly')) return true;
  if (input.value !== '') {
    input.value = '';
    changed('input');
  }
  for (const key of text) {
    if (fire(field, 'keydown', { key }, EVENTS.KeyboardEvent)) {
      input.value += key;
      changed('input');
    }
    fire(field, 'keyup', { key }, EVENTS.KeyboardEvent);
  }
  changed('change');
  return true;
}

/** The words and numbers of a form, as they would be sent. */
export class FormData {
  #entries: [string, string][] = [];
  constructor(owner?: HTMLFormElement, submitter?: Element | null) {
    for (const field of owner ? fieldsOf(owner) : []) {
      const isButton = field.matches('button, input[type=submit], input[type=reset], input[type=button]');
      const isLeftOut =
        isDisabled(field) || (isBox(field) && !field.checked) || (isButton && field !== submitter);
      if (field.name !== '' && !isLeftOut) this.append(field.name, field.value);
    }
  }
  append(name: string, value: unknown): void {
    this.#entries.push([String(name), String(value)]);
  }
  delete(name: string): void {
    this.#entries = this.#entries.filter(([known]) => known !== name);
  }
  set(name: string, value: unknown): void {
    this.delete(name);
    this.append(name, value);
  }
  get(name: string): string | null {
    return this.getAll(name)[0] ?? null;
  }
  getAll(name: string): string[] {
    return this.#entries.filter(([known]) => known === name).map(([, value]) => value);
  }
  has(name: string): boolean {
    return this.#entries.some(([known]) => known === name);
  }
  forEach(run: (value: string, name: string) => void): void {
    for (const [name, value] of this.#entries) run(value, name);
  }
  keys() {
    return this.#entries.map(([name]) => name).values();
  }
  values() {
    return this.#entries.map(([, value]) => value).values();
  }
  entries() {
    return this.#entries.map(([name, value]): [string, string] => [name, value]).values();
  }
  [Symbol.iterator]() {
    return this.entries();
  }
}

/** Fields, forms and clicks as browsers have them; the library has little more than their attributes. */
export function installControls(): void {
  defineFields();
  defineForms();
  define(HTMLElement.prototype, {
    click: {
      value(this: Element) {
        click(this);
      },
    },
    innerText: {
      get(this: Element) {
        return this.textContent;
      },
      set(this: Element, text: unknown) {
        this.textContent = String(text ?? '');
      },
    },
    scrollIntoView: { value: () => undefined },
  });
}
