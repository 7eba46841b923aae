// What views of studios and devices show of given records, rendered without a browser.
import { describe, expect, it } from 'vitest';
import { pageBench, pageModule, pageView, textOf, used } from './page-hooks.js';

/** What a test uses of the modules, which are compiled with the page. */
interface Studios {
  readonly useIgnoresEnds: (id: string) => boolean;
}
interface Copyable {
  readonly revocable: (devices: readonly object[]) => readonly object[];
}

const studio = {
  ...{ id: 'a', name: 'A', labels: [], key: 'set', keyInUse: 'current', apiEnabled: true, connected: true },
  ...{ appliedVersion: 3, desiredVersion: 3, appliedAt: null, confirmedAt: null, disconnectedAt: null },
  ...{ refusal: null, service: null },
};
const service = { version: '2.0', health: 'ok', alarms: [{}, {}], furtherAlarms: 3 };
const viewOf = async (path: string, name: string, props: object, answers: Parameters<typeof pageBench>[0]) =>
  textOf((await pageView(path, name))(props), pageBench(answers));

it('the mark of a studio with alarms counts also those that are not listed', async () => {
  const props = { studio: { ...studio, service }, problems: ['alarms'] };
  expect(await viewOf('studios/studio-row.js', 'StudioRow', props, [])).toMatch(/Alarms 5 In effect$/);
});

describe('the dialog with a new key', () => {
  const refused = (reason: string, address: string) => ({
    ...{ reason, address, studioId: 'other', lastTime: '2021-03-01T12:00:00.000Z' },
  });
  const progress = (change: object, ...services: readonly object[]) =>
    viewOf('studios/connection-progress.js', 'ConnectionProgress', { studioId: 'a' }, [
      [['studios'], [{ ...studio, ...change }]],
      [['studio', 'a', 'refused-services'], services],
    ]);

  it('waits until the service has connected with it', async () => {
    expect(await progress({ connected: false, keyInUse: null })).toBe('Waiting for the studio’s service…');
    expect(await progress({ keyInUse: 'old' })).toBe('The service still uses the old key.');
    expect(await progress({ service })).toBe('Connected, version 2.0, in effect.');
    expect(await progress({ desiredVersion: 4 })).toBe('Connected. The settings are being sent…');
  });

  it('shows why services were refused, until one has connected', async () => {
    const services = [refused('wrong_key', '10.0.0.1'), refused('unknown_studio', '10.0.0.2')];
    const text = await progress({ connected: false, keyInUse: null }, ...services);
    expect(text).toMatch(/wrong key for this studio: 10\.0\.0\.1.* unknown studio other : 10\.0\.0\.2/);
    expect(await progress({}, ...services)).not.toContain('10.0.0.1');
  });
});

it.each([
  [{ service }, false],
  [{ service: { ...service, version: null } }, true],
  [{ service: null }, true],
  [{ service: null, connected: false }, false],
])('a service ignores the ends of addresses: %j %s', async (change, ignores) => {
  const { useIgnoresEnds } = await pageModule<Studios>('studios/queries.js');
  const bench = pageBench([[['studios'], [{ ...studio, ...change }]]]);
  expect([used(() => useIgnoresEnds('a'), bench), used(() => useIgnoresEnds('b'), bench)]).toEqual([ignores, false]);
});

it('the devices that are revoked are those that are not revoked yet', async () => {
  const { revocable } = await pageModule<Copyable>('devices/copyable.js');
  const [one, two, three] = ['active', 'revoked', 'active'].map((state, id) => ({ id, state }));
  expect(revocable([one ?? {}, two ?? {}, three ?? {}])).toEqual([one, three]);
});

describe('the first steps', () => {
  const device = (id: string, name: string, lastCall: object | null = null) => ({ id, name, lastCall, oldToken: null });
  const steps = (password: string, ...devices: readonly object[]) =>
    viewOf('first-steps/first-steps-page.js', 'FirstStepsPage', {}, [
      [['session'], { username: 'admin', role: 'admin', studioRoles: {} }],
      [['first-steps'], { password }],
      [['studios'], [studio]],
      [['studio', 'a', 'devices'], { value: { devices }, etag: null, version: null }],
    ]);

  it('wait for the call of the device that was added last', async () => {
    const text = await steps('chosen', device('1', 'First'), device('2', 'Second'));
    expect(text).toContain('Waiting for the first call of Second…');
  });

  it('show what to do in the first one that is not done', async () => {
    const called = device('1', 'First', { time: '2021-03-01T12:00:00.000Z', address: '10.0.0.1', answer: null });
    expect(await steps('generated', called)).toContain('Generated password');
    expect(await steps('chosen')).toContain('Studio name');
    expect(await steps('chosen', called)).toContain('All steps are done.');
  });
});
