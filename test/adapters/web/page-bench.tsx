// Shows a view of a page in a DOM, and does what a person does with it.
import { QueryClient, QueryClientProvider, type QueryKey } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor, within, type RenderResult } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactElement } from 'react';

/** The person at the page. */
export const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });

/** A view that is shown. */
export interface View extends RenderResult {
  readonly client: QueryClient;
  /** Shows another element at the same place. */
  readonly update: (element: ReactElement) => void;
}

interface Around {
  /** The address of the page. */
  readonly address?: string;
  /** What the history keeps for the view. */
  readonly kept?: unknown;
  /** Queries that were answered before. */
  readonly answers?: readonly (readonly [QueryKey, unknown])[];
}

/** Shows a view within what surrounds the views of a page. */
export const show = (element: ReactElement, { address = '/studios', kept = null, answers = [] }: Around = {}): View => {
  window.history.replaceState(kept, '', address);
  const client = new QueryClient({ defaultOptions: { queries: { networkMode: 'always', retry: false } } });
  for (const [key, answer] of answers) client.setQueryData(key, answer);
  const surrounded = (of: ReactElement) => <QueryClientProvider client={client}>{of}</QueryClientProvider>;
  const view = render(surrounded(element));
  const update = (next: ReactElement): void => {
    view.rerender(surrounded(next));
  };
  return { ...view, client, update };
};

/** Calls a hook within what surrounds the views of a page; `current` returns what it returned last. */
export const hook = <A,>(use: () => A, around: Around = {}): View & { readonly current: () => A } => {
  const box: { returned?: { readonly value: A } } = {};
  const Probe = (): null => {
    box.returned = { value: use() };
    return null;
  };
  const view = show(<Probe />, around);
  const current = (): A => {
    if (box.returned === undefined) throw new Error('the hook was not called');
    return box.returned.value;
  };
  return { ...view, current };
};

/** Returns the address of the page. */
export const address = (): string => `${window.location.pathname}${window.location.search}`;

/** Returns HTML without what is announced to screen readers for a while, also after a test. */
const htmlOf = (element: Element): string => {
  const announced = element.querySelector('[data-live-announcer]');
  return announced === null ? element.innerHTML : element.innerHTML.replace(announced.outerHTML, '');
};

/** Returns the text of an element, with a space where one part ends. */
export const text = (element: Element = document.body): string =>
  htmlOf(element)
    .replaceAll('<wbr>', '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** Waits until the page shows a text. */
export const shows = (wanted: string | RegExp): Promise<void> =>
  waitFor(() => {
    if (typeof wanted === 'string' ? !text().includes(wanted) : !wanted.test(text()))
      throw new Error(`the page doesn’t show ${String(wanted)}: ${text()}`);
  });

/** Returns the dialog that was opened last, or the whole document. */
export const reachable = (): HTMLElement =>
  [...document.querySelectorAll<HTMLElement>('section[role=dialog], section[role=alertdialog]')].at(-1) ??
  document.body;

/** Returns a button by its name. */
export const button = (name: string | RegExp): HTMLElement => within(reachable()).getByRole('button', { name });

/** Presses a button. */
export const press = (name: string | RegExp): Promise<void> => user.click(button(name));

/** Chooses an action of a menu. */
export const pick = async (menu: string | RegExp, name: string): Promise<void> => {
  await press(menu);
  await user.click(screen.getByRole('menuitem', { name }));
};

/** Returns a field by its label. */
export const field = (label: string): HTMLInputElement =>
  within(reachable()).getByLabelText(label, { selector: 'input, textarea, select' });

/** Enters a text in a field. */
export const enter = (label: string | HTMLElement, value: string): void => {
  fireEvent.change(typeof label === 'string' ? field(label) : label, { target: { value } });
};

/** Returns the option of a group of boxes or radio buttons, or a switch. */
export const option = (name: string): HTMLInputElement =>
  within(reachable()).getByLabelText(name, { selector: 'input[type=checkbox], input[type=radio]' });

/** Presses an option of a group of boxes or radio buttons, or a switch. */
export const check = (name: string): Promise<void> => user.click(option(name));

/** Chooses an option of a list that opens. */
export const choose = async (label: string | RegExp, name: string): Promise<void> => {
  await press(label);
  await user.click(screen.getByRole('option', { name, hidden: false }));
};

/** Whether a button can be pressed. */
export const isEnabled = (one: HTMLElement): boolean =>
  !(one as HTMLButtonElement).disabled && one.getAttribute('aria-disabled') !== 'true';

/** Returns the names of the buttons that can be pressed, in order; not those that open the choices of a field. */
export const buttons = (): readonly string[] =>
  within(reachable())
    .queryAllByRole('button')
    .filter((one) => isEnabled(one) && one.closest('.field') === null)
    .map((one) => one.getAttribute('aria-label') ?? text(one));

/** Returns the titles of the open dialogs, in the order in which they were opened. */
export const dialogs = (): readonly string[] =>
  [...document.querySelectorAll('section[role=dialog] h2[slot=title], section[role=alertdialog] h2[slot=title]')].map(
    (title) => text(title),
  );

/** Waits until no dialog is open. */
export const noDialog = (): Promise<void> =>
  waitFor(() => {
    if (dialogs().length > 0) throw new Error(`open: ${dialogs().join(', ')}`);
  });

/** Returns the messages that are announced as errors. */
export const alerts = (): readonly string[] => [...document.querySelectorAll('[role=alert]')].map((one) => text(one));

/** Returns the errors beside fields. */
export const errors = (): readonly string[] =>
  [...document.querySelectorAll('.error')].map((one) => text(one)).filter((one) => one !== '');

/** Waits until every query of a view is answered. */
export const allRead = ({ client }: View): Promise<void> =>
  waitFor(() => {
    if (client.isFetching() > 0) throw new Error('queries are read');
  });
