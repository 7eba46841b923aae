// Signing in at the console's page, without a browser: what the form asks, and what it says about what was refused.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { pageView } from './page-hooks.js';
import { alertsOf, buttonsOf, enter, press, shows, valueOf } from './stage-actions.js';
import { stage, type Stage } from './stage.js';

const refusal = (message: string, rest: object = {}) =>
  Promise.resolve(Response.json({ error: 'unauthorized', message, ...rest }, { status: 401 }));

let answers: (() => Promise<Response>)[];
let sent: unknown[];
let view: Stage;

beforeEach(() => {
  [answers, sent] = [[], []];
  vi.stubGlobal('requestAnimationFrame', () => 0);
  vi.stubGlobal('fetch', (path: string, { method, body }: RequestInit) => {
    sent.push(typeof body === 'string' ? JSON.parse(body) : [method, path]);
    return answers.shift()?.() ?? Promise.resolve(Response.json({ username: 'ann' }));
  });
});
afterEach(() => {
  view.close();
  vi.unstubAllGlobals();
});

describe('the form for signing in', () => {
  beforeEach(async () => {
    const form = await pageView('session/sign-in-form.js', 'SignInForm');
    view = stage(form({}));
  });
  const signIn = (password: string): void => {
    enter(view, 'Username', 'ann');
    enter(view, 'Password', password);
    press(view, 'Sign in');
  };

  it('says no longer that the last attempt was refused when a field is empty', async () => {
    answers.push(() => refusal('wrong'));
    signIn('wrong');
    await shows(view, 'Wrong username or password.');
    enter(view, 'Password', '');
    press(view, 'Sign in');
    expect(view.text()).toContain('Enter your password.');
    expect(alertsOf(view)).toEqual([]);
  });

  it('asks for a code, and starts again with the username alone and without the last refusal', async () => {
    answers.push(
      () => refusal('code', { secondFactor: 'code' }),
      () => refusal('wrong'),
    );
    signIn('right');
    await shows(view, 'Start again');
    enter(view, 'Code', '123456');
    press(view, 'Sign in');
    await shows(view, 'Wrong code.');
    expect(sent.at(-1)).toEqual({ username: 'ann', password: 'right', code: '123456' });
    press(view, 'Start again');
    expect([valueOf(view, 'Username'), valueOf(view, 'Password'), alertsOf(view)]).toEqual(['ann', '', []]);
    expect(buttonsOf(view)).toEqual(['Sign in']);
  });
});
