// Signing in at the console's page, without a browser: what it asks, what it says about what was refused, and what it leaves.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { pageBench, pageModule, pageView } from './page-hooks.js';
import {
  alertsOf,
  buttonsOf,
  enter,
  fieldOf,
  press,
  pressEnter,
  pressEscape,
  shows,
  valueOf,
} from './stage-actions.js';
import { held, refused, replied, stagedConsole, type StagedConsole } from './stage-console.js';
import { stage, type Stage } from './stage.js';
import { notSignedIn } from '../../domain/console/failure.js';
import { eventually } from '../support/eventually.js';

interface Store<A> {
  readonly get: () => A;
  readonly set: (value: A) => void;
}

interface Status {
  readonly hasSessionEnded: Store<boolean>;
  readonly sessionEndReason: Store<string | null>;
}

interface Drafts {
  readonly startEditing: (key: string, saved: object, change: (value: unknown) => unknown) => void;
  readonly clearDrafts: () => void;
}

const ann = { username: 'ann', role: 'admin', studioRoles: {}, signIn: 'password' };

let status: Status;
let server: StagedConsole;
let view: Stage;

beforeEach(async () => {
  status = await pageModule<Status>('api/connection-status.js');
  server = stagedConsole();
  server.answer('POST /session', () => replied(ann));
});
afterEach(() => {
  view.close();
  status.hasSessionEnded.set(false);
  server.restore();
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
    server.answer('POST /session', () => refused(401, 'wrong'));
    signIn('wrong');
    await shows(view, 'Wrong username or password.');
    enter(view, 'Password', '');
    press(view, 'Sign in');
    expect(view.text()).toContain('Enter your password.');
    expect(alertsOf(view)).toEqual([]);
  });

  it('asks for a code, and starts again with the username alone and without the last refusal', async () => {
    server.answer(
      'POST /session',
      () => refused(401, 'code', { secondFactor: 'code' }),
      () => refused(401, 'wrong'),
    );
    signIn('right');
    await shows(view, 'Start again');
    expect(isFixed()).toBe(true);
    enter(view, 'Code', '123456');
    press(view, 'Sign in');
    await shows(view, 'Wrong code.');
    expect(server.requests.at(-1)?.body).toEqual({ username: 'ann', password: 'right', code: '123456' });
    press(view, 'Start again');
    expect([valueOf(view, 'Username'), valueOf(view, 'Password'), alertsOf(view)]).toEqual(['ann', '', []]);
    expect([buttonsOf(view), isFixed()]).toEqual([['Sign in'], false]);
  });
  const isFixed = (): unknown => fieldOf(view, 'Username').props['isReadOnly'];

  it('sends one request at a time', async () => {
    const answer = held();
    server.answer('POST /session', answer.answer);
    signIn('right');
    await shows(view, 'Signing in…');
    pressEnter(view, 'Password');
    answer.give(replied(ann));
    await shows(view, 'Sign in');
    expect(server.requests).toHaveLength(1);
  });
});

describe('the dialog for signing in again', () => {
  const bench = (operator: object) =>
    pageBench([
      [['session'], operator],
      [['sign-in'], { name: 'Acme', url: '/acme' }],
      [['studios'], []],
    ]);
  const again = async (operator: object): Promise<void> => {
    const dialog = await pageView('session/sign-in-again.js', 'SignInAgain');
    status.hasSessionEnded.set(true);
    view = stage(dialog({ operator }), bench(operator));
  };

  it('proceeds once the operator has signed in at the provider, and reads everything again', async () => {
    await again({ ...ann, signIn: 'provider' });
    const answer = held();
    server.answer(
      'GET /session',
      () => refused(401, 'no'),
      () => refused(503, 'later'),
      answer.answer,
    );
    const link = view.parts().find(({ type }) => type === 'a');
    expect(link?.props).toMatchObject({ href: '/acme', target: '_blank', rel: 'noopener' });
    press(view, 'I have signed in');
    await shows(view, 'You aren’t signed in yet.');
    press(view, 'I have signed in');
    await shows(view, 'Later.');
    expect(alertsOf(view)).toEqual(['Later.']);
    expect(status.hasSessionEnded.get()).toBe(true);
    press(view, 'I have signed in');
    expect([alertsOf(view), buttonsOf(view)]).toEqual([[], ['Discard changes and sign in as someone else']]);
    answer.give(replied({ ...ann, role: 'viewer' }));
    await eventually('the session goes on', () => !status.hasSessionEnded.get());
    const { client } = view.bench;
    expect(client.getQueryData(['session'])).toMatchObject({ username: 'ann', role: 'viewer' });
    await eventually('it is read again', () => client.getQueryState(['studios'])?.isInvalidated === true);
  });

  it.each([
    ['keeps the unsaved changes of the operator who is back', 'ann', 'mine', true],
    ['leaves nothing of the operator to another one', 'bob', 'saved', false],
  ])('%s', async (_, username, edited, isKept) => {
    const drafts = await pageModule<Drafts>('api/drafts.js');
    await again({ ...ann, signIn: 'provider' });
    drafts.startEditing('a/access', { value: 'saved' }, () => 'mine');
    server.answer('GET /session', () => replied({ ...ann, username }));
    press(view, 'I have signed in');
    await eventually('the session goes on', () => !status.hasSessionEnded.get());
    const { client } = view.bench;
    expect(client.getQueryData(['session'])).toMatchObject({ username });
    let draft: unknown;
    drafts.startEditing('a/access', { value: 'saved' }, (value) => (draft = value));
    drafts.clearDrafts();
    expect([draft, client.getQueryData(['studios']) !== undefined]).toEqual([edited, isKept]);
  });

  it('says why the session has ended, and nothing of that the next time', async () => {
    status.sessionEndReason.set('it was idle for too long');
    await again({ ...ann, signIn: 'provider' });
    expect(view.text()).toContain('It was idle for too long. Sign in again to continue.');
    status.sessionEndReason.set(notSignedIn.message);
    expect(view.text()).toContain('Your session has ended Sign in again to continue.');
    server.answer('GET /session', () => replied(ann));
    press(view, 'I have signed in');
    await eventually('the session goes on', () => !status.hasSessionEnded.get());
    expect(status.sessionEndReason.get()).toBeNull();
  });

  it('names the operator, and stays until somebody else wants to sign in', async () => {
    await again(ann);
    expect([valueOf(view, 'Username'), buttonsOf(view).includes('Sign in')]).toEqual(['ann', true]);
    pressEscape(view);
    expect([status.hasSessionEnded.get(), view.text()]).toEqual([true, expect.stringContaining('has ended')]);
    press(view, 'Discard changes and sign in as someone else');
    expect(status.hasSessionEnded.get()).toBe(false);
    expect(view.bench.client.getQueryData(['session'])).toBeNull();
    expect(view.bench.client.getQueryData(['studios'])).toBeUndefined();
  });
});

describe('a sign-in at the provider that failed', () => {
  const returned = async (search: string): Promise<unknown[]> => {
    const notice = await pageView('session/provider-sign-in.js', 'ProviderFailureNotice');
    const addresses: unknown[] = [];
    const location = { pathname: '/studios', search };
    const history = {
      replaceState: (_: unknown, __: unknown, to: string) => {
        addresses.push(to);
        location.search = '';
      },
    };
    vi.stubGlobal('window', { location, history });
    view = stage(notice({}));
    view.parts();
    return addresses;
  };

  it('is explained until the page is loaded again, as its address no longer has the reason', async () => {
    expect(await returned('?sign-in-failed=no_role')).toEqual(['/studios']);
    expect(alertsOf(view)).toEqual([expect.stringContaining('no role in this console')]);
  });

  it.each(['', '?sign-in-failed=toString', '?search=a'])('is not claimed at the address %j', async (search) => {
    expect(await returned(search)).toEqual([]);
    expect(view.text()).toBe('');
  });
});

it.each([
  ['frame/page-frame.js', 'PageFrame'],
  ['second-factor/enrol-page.js', 'EnrolPage'],
])('an operator stays signed in if the console refuses the sign-out, and sees why: %s', async (path, name) => {
  const page = await pageView(path, name);
  vi.stubGlobal('window', new EventTarget());
  view = stage(page({ operator: ann }), pageBench([[['session'], ann]]));
  server.answer(
    'DELETE /session',
    () => refused(503, 'later'),
    () => new Response(null, { status: 204 }),
  );
  press(view, 'Sign out');
  await eventually(
    'it is refused',
    () => server.changes().length > 0 && view.text().includes('You are still signed in.'),
  );
  expect(alertsOf(view)).toContainEqual('You are still signed in. Later.');
  expect(view.bench.client.getQueryData(['session'])).toEqual(ann);
  press(view, 'Sign out');
  await eventually('the session is over', () => view.bench.client.getQueryData(['session']) === null);
});
