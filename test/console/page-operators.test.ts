// The operators at the console's page, at work without a browser: their accounts, roles and second factors.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../support/eventually.js';
import { pageBench, pageView } from './page-hooks.js';
import { alertsOf, buttonOf, buttonsOf, dialogsOf, enter, errorsOf, press, shows } from './stage-actions.js';
import { held, refused, replied, stagedConsole, type StagedConsole } from './stage-console.js';
import { stage, type Stage } from './stage.js';

const ann = {
  username: 'ann',
  role: 'admin',
  studioRoles: {},
  signIn: 'password',
  secondFactor: false,
  disabled: false,
};
const bob = { ...ann, username: 'b ob', role: null, studioRoles: { a: 'operator', b: 'admin' } };
const studios = ['a', 'b', 'c', 'd'].map((id) => ({ id, name: `Studio ${id}` }));

let server: StagedConsole;
let view: Stage;

beforeEach(() => {
  server = stagedConsole();
});
afterEach(() => {
  view.close();
  server.restore();
});

const show = async (path: string, name: string, props: object, session: object = ann): Promise<void> => {
  const of = await pageView(path, name);
  view = stage(
    of(props),
    pageBench([
      [['session'], session],
      [['studios'], studios],
    ]),
  );
};

const sent = async (count: number): Promise<unknown[]> => {
  await eventually('it is sent', () => server.changes().length === count);
  return server.changes().map(({ call, body }) => [call, body]);
};

describe('a new operator', () => {
  let closed: number;

  beforeEach(async () => {
    closed = 0;
    await show('operators/add-operator.js', 'AddOperator', { onClose: () => (closed += 1) });
    enter(view, 'Username', 'carl');
  });
  const password = 'Initial password (optional)';

  it('has the chosen password, and the dialog is closed', async () => {
    enter(view, password, 'short');
    press(view, 'Add');
    expect([errorsOf(view).length, server.changes()]).toEqual([1, []]);
    enter(view, password, 'long enough');
    server.answer('POST /operators', () => replied({ password: null }));
    press(view, 'Add');
    await eventually('the dialog is closed', () => closed === 1);
    const body = { username: 'carl', role: 'viewer', studioRoles: {}, password: 'long enough' };
    expect(await sent(1)).toEqual([['POST /operators', body]]);
  });

  it('gets a password that is shown once, and the name of another one is refused at its field', async () => {
    server.answer(
      'POST /operators',
      () => refused(409, 'the name is in use'),
      () => replied({ password: 's3cret' }),
    );
    press(view, 'Add');
    await eventually('it is refused', () => errorsOf(view).length === 1);
    expect([errorsOf(view), alertsOf(view)]).toEqual([['The name is in use.'], []]);
    press(view, 'Add');
    await shows(view, 'I have saved it');
    expect([closed, dialogsOf(view), valueOfSecret()]).toEqual([0, ['Password of carl'], 's3cret']);
    expect(await sent(2)).toEqual(Array(2).fill(['POST /operators', expect.objectContaining({ password: null })]));
    press(view, 'I have saved it');
    expect(closed).toBe(1);
  });
  const valueOfSecret = (): unknown =>
    view.parts().find(({ props }) => props['aria-label'] === 'Password')?.props['value'];
});

describe('the roles of an operator', () => {
  const grants = (): unknown[] =>
    view.parts().flatMap(({ props }) => (props['className'] === 'field' && 'value' in props ? [props['value']] : []));
  const choose = (place: number, value: string): void => {
    const fields = view.parts().filter(({ props }) => props['className'] === 'field' && 'value' in props);
    (fields[place]?.props['onChange'] as (value: string) => void)(value);
  };

  it('change studio by studio, each studio once, and are sent together', async () => {
    await show('operators/edit-operator.js', 'EditOperator', { operator: bob, onClose: () => undefined });
    expect([grants(), buttonOf(view, 'Save').props['isDisabled']]).toEqual([['a', 'operator', 'b', 'admin'], true]);
    choose(2, 'c');
    choose(3, 'viewer');
    press(view, 'Add studio');
    expect(grants()).toEqual(['a', 'operator', 'c', 'viewer', 'b', 'viewer']);
    press(view, 'Add studio');
    expect([buttonsOf(view).includes('Add studio'), view.text()]).toEqual([
      false,
      expect.stringContaining('no further'),
    ]);
    press(view, 'Remove the role in a');
    server.answer('PATCH /operators/b%20ob', () => replied({}));
    press(view, 'Save');
    const studioRoles = { c: 'viewer', b: 'viewer', d: 'viewer' };
    expect(await sent(1)).toEqual([['PATCH /operators/b%20ob', { role: null, studioRoles }]]);
  });

  it('in single studios are not asked of an admin of all, and stay when the role changes back', async () => {
    await show('operators/edit-operator.js', 'EditOperator', { operator: bob, onClose: () => undefined });
    enter(view, 'Role in all studios', 'admin');
    expect(grants()).toEqual([]);
    enter(view, 'Role in all studios', 'none');
    expect([grants(), buttonOf(view, 'Save').props['isDisabled']]).toEqual([['a', 'operator', 'b', 'admin'], true]);
  });
});

describe('the row of an operator', () => {
  const row = (operator: object, session?: object) =>
    show('operators/operator-row.js', 'OperatorRow', { operator }, session);
  const path = '/operators/b%20ob';

  it.each([
    ['Reset password of b ob', 'Reset password', `POST ${path}/password`, {}],
    ['Reset second factor of b ob', 'Reset second factor', `DELETE ${path}/second-factor`, undefined],
    ['Disable b ob', 'Disable', `PATCH ${path}`, { disabled: true }],
    ['Delete b ob', 'Delete', `DELETE ${path}`, undefined],
  ])('asks before it does what its button says: %s', async (name, confirm, call, body) => {
    await row({ ...bob, secondFactor: true });
    server.answer(call, () => replied({ password: 'new' }));
    press(view, name);
    expect([dialogsOf(view).length, server.changes()]).toEqual([1, []]);
    press(view, confirm);
    expect(await sent(1)).toEqual([[call, body]]);
    await eventually('the question is closed', () => !dialogsOf(view).some((title) => title.endsWith('?')));
    expect(dialogsOf(view)).toEqual(confirm === 'Reset password' ? ['Password of b ob'] : []);
  });

  it('enables an account at once, and offers only what the account has', async () => {
    await row({ ...bob, disabled: true, signIn: 'provider' });
    expect(buttonsOf(view)).toEqual(['Edit b ob', 'Sessions of b ob', 'Enable b ob', 'Delete b ob']);
    server.answer(`PATCH ${path}`, () => replied({}));
    press(view, 'Enable b ob');
    expect(await sent(1)).toEqual([[`PATCH ${path}`, { disabled: false }]]);
  });

  it('shows why an account could not be enabled, until the next attempt', async () => {
    await row({ ...bob, disabled: true });
    const answer = held();
    server.answer(`PATCH ${path}`, () => refused(503, 'later'), answer.answer);
    press(view, 'Enable b ob');
    await shows(view, 'Later.');
    expect([alertsOf(view), buttonsOf(view)]).toEqual([['Later.'], expect.arrayContaining(['Enable b ob'])]);
    press(view, 'Enable b ob');
    expect([alertsOf(view), buttonsOf(view).includes('Enable b ob')]).toEqual([[], false]);
    answer.give(replied({}));
    await eventually('it is done', () => buttonsOf(view).includes('Enable b ob'));
    expect(alertsOf(view)).toEqual([]);
  });

  it('marks the operator of this session, and no other one', async () => {
    await row(bob);
    expect(view.text()).not.toContain('You');
    view.close();
    await row(bob, bob);
    expect(view.text()).toContain('You');
  });
});

it('the sessions of another operator are ended, and not one’s own', async () => {
  const time = '2021-03-01T12:00:00.000Z';
  const session = { id: 's/1', browser: 'Safari', address: '::1', current: false, createdAt: time, lastUsedAt: time };
  const path = '/operators/b%20ob/sessions';
  server.answer(`GET ${path}`, () => replied({ sessions: [session] }));
  for (const call of [`DELETE ${path}/s%2F1`, `DELETE ${path}`])
    server.answer(call, () => new Response(null, { status: 204 }));
  await show('operators/operator-sessions.js', 'OperatorSessions', { username: 'b ob', onClose: () => undefined });
  await shows(view, 'Safari');
  press(view, 'End the session of Safari');
  press(view, 'End session');
  await eventually('it is ended', () => dialogsOf(view).length === 1);
  press(view, 'End all sessions');
  press(view, 'End sessions');
  expect(await sent(2)).toEqual([`DELETE ${path}/s%2F1`, `DELETE ${path}`].map((call) => [call, undefined]));
});

describe('the second factor of an operator', () => {
  const self = { ...ann, secondFactor: 'on' };
  const offer = { address: 'otpauth://totp/x', secret: 'ABCDEFGHIJ' };

  it('is replaced with codes of both apps, and counts once the recovery codes are saved', async () => {
    server.answer('POST /session/second-factor', () => replied(offer));
    await show('second-factor/second-factor-card.js', 'SecondFactorCard', {}, self);
    press(view, 'Replace');
    await shows(view, 'ABCD EFGH IJ');
    for (const [label, text] of [
      ['Code that the new app shows', '123456'],
      ['Code of your present app', '654321'],
      ['Your password', 'secret'],
    ] as const)
      enter(view, label, text);
    server.answer(
      'PUT /session/second-factor',
      () => refused(400, 'wrong code'),
      () => replied({ recoveryCodes: ['r1', 'r2'] }),
    );
    press(view, 'Turn on');
    await shows(view, 'Wrong code.');
    press(view, 'Turn on');
    await shows(view, 'r1');
    const body = { password: 'secret', secret: offer.secret, code: '123456', currentCode: '654321' };
    expect(server.changes().at(-1)).toMatchObject({ call: 'PUT /session/second-factor', body });
    expect(server.changes().filter(({ call }) => call.startsWith('POST'))).toHaveLength(1);
    press(view, 'I have saved them');
    await eventually('the dialog is closed', () => dialogsOf(view).length === 0);
    expect(view.bench.client.getQueryState(['session'])?.isInvalidated).toBe(true);
  });

  it('is turned off with a code and the password', async () => {
    await show('second-factor/second-factor-card.js', 'SecondFactorCard', {}, self);
    server.answer('POST /session/second-factor/remove', () => new Response(null, { status: 204 }));
    press(view, 'Turn off');
    enter(view, 'Code', '12345');
    press(view, 'Turn off');
    expect(errorsOf(view)).toHaveLength(2);
    enter(view, 'Code', '123456');
    enter(view, 'Your password', 'secret');
    press(view, 'Turn off');
    await eventually('the dialog is closed', () => dialogsOf(view).length === 0);
    expect(server.changes()).toMatchObject([{ body: { currentCode: '123456', password: 'secret' } }]);
    expect(view.bench.client.getQueryState(['session'])?.isInvalidated).toBe(true);
  });
});
