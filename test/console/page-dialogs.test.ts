// The dialogs and forms of the console's page at work, without a browser.
import { createElement, type FunctionComponent, type ReactElement } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../support/eventually.js';
import { pageModule, pageView } from './page-hooks.js';
import { alertsOf, buttonsOf, dialogsOf, enter, errorsOf } from './stage-actions.js';
import { press, pressEnter, pressEscape, shows, valueOf } from './stage-actions.js';
import { browserGlobals } from './stage-console.js';
import { stage, type Stage } from './stage.js';

/** What a test uses of the modules, which are compiled with the page. */
interface Fields {
  readonly useFields: (options: object) => { readonly text: (name: string) => object };
}
interface Failures {
  readonly RequestRefused: new (status: number, code: string, message: string) => Error;
}
interface Buttons {
  readonly focusIfLost: (trigger: object) => void;
}

let view: Stage;
let closed: number;
let browser: ReturnType<typeof browserGlobals>;

const onClose = (): void => {
  closed += 1;
};

beforeEach(() => {
  closed = 0;
  browser = browserGlobals();
});
afterEach(() => {
  view.close();
  browser.restore();
});

const rejected = (message: string): Promise<never> => Promise.reject(new Error(message));

describe('a question before an action', () => {
  const question = async (change: object): Promise<void> => {
    const button = await pageView('ui/confirm-button.js', 'ConfirmButton');
    const confirmation = { title: 'Delete it?', explanation: 'For ever.', confirm: 'Yes', ...change };
    view = stage(button({ confirmation, children: 'Delete' }));
    press(view, 'Delete');
  };

  it('stays open with the error until the action succeeds', async () => {
    const results = [() => rejected('not now'), () => Promise.resolve()];
    let calls = 0;
    await question({ onConfirm: () => results[calls++]?.() });
    press(view, 'Yes');
    await shows(view, 'Not now.');
    expect([dialogsOf(view), buttonsOf(view).includes('Yes')]).toEqual([['Delete it?'], true]);
    press(view, 'Yes');
    await eventually('the dialog is closed', () => dialogsOf(view).length === 0);
    expect(calls).toBe(2);
  });

  it('runs its action once, also if its button is pressed again meanwhile', async () => {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    let calls = 0;
    await question({
      onConfirm: () => {
        calls += 1;
        return promise;
      },
    });
    press(view, 'Yes');
    press(view, 'Yes');
    resolve(undefined);
    await eventually('the dialog is closed', () => dialogsOf(view).length === 0);
    expect(calls).toBe(1);
  });

  it('needs the text that is to be typed, exactly, and Escape cancels it', async () => {
    await question({ typed: 'Main', onConfirm: () => Promise.resolve() });
    for (const [text, isReady] of [
      ['', false],
      ['main', false],
      ['Main', true],
      ['Main ', false],
    ] as const) {
      enter(view, 'Type Main to confirm', text);
      expect([text, buttonsOf(view).includes('Yes')]).toEqual([text, isReady]);
    }
    pressEscape(view);
    expect(dialogsOf(view)).toEqual([]);
  });

  it('returns the focus to its button when it is closed, unless something else has it', async () => {
    await question({ onConfirm: () => Promise.resolve() });
    press(view, 'Cancel');
    await eventually('the focus is returned', () => view.done.includes('focus Delete'));
    const { focusIfLost } = await pageModule<Buttons>('ui/dialog-button.js');
    const focused: string[] = [];
    Object.assign(browser.document, { activeElement: {} });
    focusIfLost({ focus: () => focused.push('button') });
    expect(focused).toEqual([]);
  });
});

describe('a form in a dialog', () => {
  let results: (() => Promise<unknown>)[];
  let sent: unknown[];

  beforeEach(async () => {
    [results, sent] = [[], []];
    const { useFields } = await pageModule<Fields>('ui/use-fields.js');
    const dialog = await pageView('ui/form-dialog.js', 'FormDialog');
    const field = await pageView('ui/text-field.js', 'TextField');
    const Form = (): ReactElement => {
      const form = useFields({
        initial: { id: '', name: 'old' },
        check: ({ id }: { readonly id: string }) => (id === '' ? { id: 'Enter an id.' } : {}),
        send: (value: unknown) => {
          sent.push(value);
          return results.shift()?.() ?? Promise.resolve(undefined);
        },
        conflict: 'id',
      });
      const children = ['id', 'name'].map((name) => field({ key: name, label: name, ...form.text(name) }));
      return dialog({ title: 'Add', form, send: 'Add', onClose, children });
    };
    view = stage(createElement(Form as FunctionComponent));
  });
  const refuse = async (status: number, message: string): Promise<void> => {
    const { RequestRefused } = await pageModule<Failures>('api/failure.js');
    results.push(() => Promise.reject(new RequestRefused(status, 'refused', message)));
  };

  it('asks before Escape discards what was entered, and is left at once without', () => {
    pressEscape(view);
    expect([closed, dialogsOf(view)]).toEqual([1, ['Add']]);
    enter(view, 'name', 'new');
    pressEscape(view);
    expect([closed, dialogsOf(view)]).toEqual([1, ['Add', 'Discard changes?']]);
    press(view, 'Keep editing');
    expect([dialogsOf(view), valueOf(view, 'name')]).toEqual([['Add'], 'new']);
    enter(view, 'name', 'old');
    pressEscape(view);
    expect(closed).toBe(2);
    enter(view, 'name', 'new');
    pressEscape(view);
    press(view, 'Discard');
    expect(closed).toBe(3);
  });

  it('shows what is missing from the first attempt on, and sends nothing', () => {
    expect(errorsOf(view)).toEqual([]);
    pressEnter(view, 'name');
    expect([errorsOf(view), sent]).toEqual([['Enter an id.'], []]);
    enter(view, 'id', 'a');
    expect(errorsOf(view)).toEqual([]);
  });

  it('shows a refusal at its field or beside its button, until the next attempt', async () => {
    await refuse(409, 'id: already in use');
    await refuse(400, 'name: too long');
    await refuse(503, 'later');
    enter(view, 'id', 'a');
    const { promise, resolve } = Promise.withResolvers<undefined>();
    results.push(() => promise);
    const seen: unknown[] = [];
    for (const shown of ['already in use', 'Too long.', 'Later.']) {
      press(view, 'Add');
      await shows(view, shown);
      seen.push([errorsOf(view), alertsOf(view)]);
    }
    expect(seen).toEqual([
      [['Id: already in use.'], []],
      [['Too long.'], []],
      [[], ['Later.']],
    ]);
    press(view, 'Add');
    expect([errorsOf(view), alertsOf(view), view.text()]).toEqual([[], [], expect.stringContaining('Please wait…')]);
    pressEnter(view, 'id');
    resolve(undefined);
    await shows(view, 'Cancel Add');
    expect(sent).toHaveLength(4);
    enter(view, 'id', '');
    expect(errorsOf(view)).toEqual([]);
  });
});
