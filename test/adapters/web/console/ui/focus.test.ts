// Where the focus goes when the focused element is removed.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keepFocus } from '../../../../../adapters/web/console/ui/focus.js';

let stop: () => void;
const element = (id: string): HTMLElement => document.getElementById(id) ?? document.body;
const focused = (): string => document.activeElement?.id ?? '';
/** Removes an element, and waits as long as other code may move the focus. */
const remove = async (id: string): Promise<void> => {
  element(id).remove();
  await vi.advanceTimersByTimeAsync(100);
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  document.body.innerHTML = `<h1 id="heading" tabindex="-1">A</h1>
    <main><p id="main" data-focus-fallback tabindex="-1"></p>
      <ul id="list"><li id="row"><button id="button">B</button></li></ul>
      <button id="other">C</button>
    </main>`;
  stop = keepFocus();
  element('button').focus();
});
afterEach(() => {
  stop();
  document.body.innerHTML = '';
});

it('the focus goes to what is marked in the nearest ancestor that is left', async () => {
  element('list').insertAdjacentHTML('afterbegin', '<li id="first" data-focus-fallback tabindex="-1"></li>');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(focused()).toBe('button');
  await remove('row');
  expect(focused()).toBe('first');
});

it('the focus goes to the heading without a mark', async () => {
  element('main').remove();
  await remove('button');
  expect(focused()).toBe('heading');
});

it('the focus stays where other code has moved it meanwhile', async () => {
  element('button').remove();
  element('other').focus();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(focused()).toBe('other');
});

it('the focus waits for the heading of a view that is loading', async () => {
  element('main').remove();
  element('heading').remove();
  await remove('button');
  document.body.insertAdjacentHTML('afterbegin', '<h1 id="later" tabindex="-1">D</h1>');
  await vi.advanceTimersByTimeAsync(100);
  expect(focused()).toBe('later');
});

it('the focus is left alone once the page no longer keeps it', async () => {
  stop();
  await remove('button');
  expect(focused()).toBe('');
});
