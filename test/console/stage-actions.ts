// What a person does with a view of a page, and what the view shows then.
import * as library from 'react-aria-components';
import { eventually } from '../support/eventually.js';
import { textOfPart, type Part, type Stage } from './stage.js';

type Handler = (...values: readonly unknown[]) => void;

const handlerOf = ({ props }: Part, ...names: readonly string[]): Handler | undefined =>
  names.map((name) => props[name]).find((value): value is Handler => typeof value === 'function');

const around = (part: Part): readonly Part[] =>
  part.parent === undefined ? [] : [part.parent, ...around(part.parent)];

const inside = (part: Part): readonly Part[] =>
  part.parts.flatMap((one) => (typeof one === 'string' ? [] : [one, ...inside(one)]));

/** Returns the parts that a person can reach: those of the dialog that was opened last, if one is open. */
const reachable = (view: Stage): readonly Part[] => {
  const parts = view.parts();
  const overlay = parts.findLast(({ type }) => type === library.ModalOverlay);
  return overlay === undefined ? parts : inside(overlay);
};

const buttons: readonly unknown[] = [library.Button, library.MenuItem, library.ToggleButton, 'button'];
const choices: readonly unknown[] = [library.Select, library.ComboBox];

/** Whether a part is a button, and not that of a field which opens its choices. */
const isButton = (part: Part): boolean =>
  buttons.includes(part.type) && !around(part).some(({ type }) => choices.includes(type));

const spoken = ({ props }: Part): string | undefined => props['aria-label'] as string | undefined;

const buttonName = (part: Part): string => spoken(part) ?? textOfPart(part);

const isDisabled = ({ props }: Part): boolean => props['isDisabled'] === true || props['disabled'] === true;

const isPending = ({ props }: Part): boolean => props['isPending'] === true || props['data-pending'] === true;

const named = (parts: readonly Part[], name: string, nameOf: (part: Part) => string): Part => {
  const found = parts.find((part) => nameOf(part) === name);
  if (found === undefined) throw new Error(`no “${name}” among ${parts.map(nameOf).join(', ')}`);
  return found;
};

/** Returns the names of the buttons that can be pressed, in order. */
export const buttonsOf = (view: Stage): readonly string[] =>
  reachable(view)
    .filter((part) => isButton(part) && !isDisabled(part) && !isPending(part))
    .map(buttonName);

/** Returns a button by its name. */
export const buttonOf = (view: Stage, name: string): Part => named(reachable(view).filter(isButton), name, buttonName);

const submitForm = (form: Part | undefined): void => {
  const event = { preventDefault: () => undefined, currentTarget: { querySelector: () => null } };
  if (form) handlerOf(form, 'onSubmit')?.(event);
};

/** Sends the form that contains a field, as Enter does. */
export const pressEnter = (view: Stage, label: string): void => {
  submitForm(around(fieldOf(view, label)).find(({ type }) => type === 'form'));
};

/** Presses a button. It fails if the button is disabled. */
export const press = (view: Stage, name: string): void => {
  const button = buttonOf(view, name);
  if (isDisabled(button)) throw new Error(`“${name}” is disabled`);
  const act = handlerOf(button, 'onPress', 'onClick', 'onAction');
  if (act !== undefined) act();
  else if (button.type === library.ToggleButton) handlerOf(button, 'onChange')?.(true);
  else if (button.props['type'] === 'submit') submitForm(around(button).find(({ type }) => type === 'form'));
};

const ownLabel = (part: Part): string | undefined => {
  const label = inside(part).find(({ type }) => type === library.Label || type === library.SwitchButton);
  return label && textOfPart(label);
};

const htmlLabel = (part: Part, parts: readonly Part[]): string | undefined => {
  const label = [...around(part), ...parts].find(
    (one) => one.type === 'label' && (inside(one).includes(part) || one.props['htmlFor'] === part.props['id']),
  );
  const first = label && inside(label).find(({ type }) => type === 'span');
  return label && (inside(label).includes(part) && first ? textOfPart(first) : textOfPart(label));
};

const fieldsIn = (parts: readonly Part[]): readonly Part[] =>
  parts.filter((part) => handlerOf(part, 'onChange', 'onInputChange') !== undefined && !isButton(part));

/** Returns a field by its label. */
export const fieldOf = (view: Stage, label: string): Part => {
  const parts = reachable(view);
  return named(
    fieldsIn(parts),
    label,
    (part) => spoken(part) ?? ownLabel(part) ?? htmlLabel(part, parts) ?? textOfPart(part),
  );
};

/** Enters or chooses a value in a field. */
export const enter = (view: Stage, label: string, value: unknown): void => {
  const field = fieldOf(view, label);
  if (isDisabled(field)) throw new Error(`“${label}” is disabled`);
  const isHtml = typeof field.type === 'string';
  handlerOf(field, 'onChange', 'onInputChange')?.(isHtml ? { target: { value, checked: value } } : value);
};

/** Returns the value of a field. */
export const valueOf = (view: Stage, label: string): unknown => {
  const { props } = fieldOf(view, label);
  return props['value'] ?? props['inputValue'] ?? props['isSelected'] ?? props['checked'];
};

/** Returns the texts of the messages that are announced as errors. */
export const alertsOf = (view: Stage): readonly string[] =>
  view
    .parts()
    .filter(({ props }) => props['role'] === 'alert')
    .map(textOfPart);

/** Returns the titles of the open dialogs. */
export const dialogsOf = (view: Stage): readonly string[] =>
  view
    .parts()
    .filter(({ type }) => type === library.Heading)
    .map(textOfPart);

/** Waits until a view shows a text. */
export const shows = (view: Stage, text: string): Promise<void> =>
  eventually(`the view shows “${text}”`, () => view.text().includes(text));

/** Presses Escape in the dialog that was opened last. */
export const pressEscape = (view: Stage): void => {
  const overlay = view.parts().findLast(({ type }) => type === library.ModalOverlay);
  if (overlay?.props['isKeyboardDismissDisabled'] === false) handlerOf(overlay, 'onOpenChange')?.(false);
};

/** Returns the errors beside fields. */
export const errorsOf = (view: Stage): readonly string[] =>
  view
    .parts()
    .filter(({ type }) => type === library.FieldError)
    .map(textOfPart)
    .filter((text) => text !== '');
