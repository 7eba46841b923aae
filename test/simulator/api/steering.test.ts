// Calls of the steering API after others: what a new script, a reset or a restored snapshot leaves of what was before; and the
// limits of pages and positions.
import * as E from 'fp-ts/lib/Either.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { steeringOperations } from '../../../simulator/api/operations.js';
import type { Script } from '../../../simulator/api/records.js';
import { steeredStudio } from '../../../simulator/api/steering.js';
import { type ManualClock, manualClock } from '../../../simulator/clock.js';
import { demoStudio } from '../../../simulator/demo-studio.js';
import { steeredManually } from '../../../simulator/simulation-clock.js';
import { type SimulatedStudio, simulatedStudio } from '../../../simulator/studio.js';
import { memoryLog } from '../../application/console/readable-log.js';
import { sentCommand } from '../../contracts/device-commands.js';
import { type ApiBench, openApi } from '../api-bench.js';
import { clipSelection } from '../bench.js';
import { commandTo } from '../../support/commands.js';

describe('calls of the steering API after others', () => {
  let api: ApiBench;
  beforeEach(async () => {
    api = await openApi();
  });
  afterEach(() => api.close());

  const offlineAt = (atMs: number, device: string): Script['entries'][number] => ({
    atMs,
    device,
    fault: { type: 'offline' },
  });

  /** The devices that have a fault. */
  const faulty = async (): Promise<readonly string[]> =>
    (await api.client.devices()).filter(({ fault }) => fault !== null).map(({ id }) => id);

  const doneOf = async (): Promise<readonly boolean[]> => (await api.client.script()).entries.map(({ done }) => done);

  describe('a script of faults', () => {
    const script = { entries: [offlineAt(100, 'sig-1'), offlineAt(200, 'sig-2')] };

    it('is replaced by another one, whose time begins when it is set and of which nothing is done yet', async () => {
      await api.client.setScript(script);
      await api.client.step(150);
      const second = await api.client.setScript({ entries: [offlineAt(100, 'cam-1'), offlineAt(300, 'cam-2')] });
      expect([second.startedAt, await doneOf()]).toEqual([(await api.client.clock()).now, [false, false]]);
      await api.client.step(99);
      expect(await faulty()).toEqual(['sig-1']);
      await api.client.step(1);
      expect([await faulty(), await doneOf()]).toEqual([
        ['sig-1', 'cam-1'],
        [true, false],
      ]);
    });

    it('ends with its replacement or its cancellation, whatever the order of its entries', async () => {
      const later = { entries: [offlineAt(200, 'sig-2'), offlineAt(100, 'sig-1'), offlineAt(300, 'cam-2')] };
      for (const next of [{ entries: [offlineAt(500, 'cam-1')] }, null]) {
        await api.client.setScript(later);
        await api.client.step(150);
        expect(await faulty()).toEqual(['sig-1']);
        await api.client.setScript(next);
        await api.client.step(400);
        expect(await faulty()).toEqual(['sig-1']);
        await api.client.reset();
      }
    });

    it('goes on if the one that was to replace it is refused', async () => {
      await api.client.setScript(script);
      await expect(api.client.setScript({ entries: [offlineAt(1, 'sig-9')] })).rejects.toThrow('sig-9');
      await api.client.step(200);
      expect(await faulty()).toEqual(['sig-1', 'sig-2']);
    });

    it.each<[string, () => Promise<unknown>]>([
      ['a reset', () => api.client.reset()],
      ['a restored snapshot', async () => api.client.restore(await api.client.snapshot())],
    ])('ends with %s', async (_what, end) => {
      await api.client.setScript(script);
      await end();
      expect(await api.client.script()).toEqual({ startedAt: null, entries: [] });
      await api.client.step(1_000);
      expect(await faulty()).toEqual([]);
    });

    it('goes on if a snapshot is refused', async () => {
      await api.client.setScript(script);
      const snapshot = await api.client.snapshot();
      await expect(api.client.restore({ ...snapshot, cameras: [] })).rejects.toThrow('cameras');
      await api.client.step(100);
      expect(await faulty()).toEqual(['sig-1']);
    });
  });

  describe('a restored snapshot', () => {
    it('has the mode of its clock, whatever the clock did meanwhile', async () => {
      await api.client.setClock({ speed: 3 });
      const snapshot = await api.client.snapshot();
      await api.client.setClock({ paused: false, speed: 0.5 });
      await api.client.restore(snapshot);
      expect(await api.client.clock()).toMatchObject({ paused: true, speed: 3 });
    });

    it('drops commands that are on their way, and keeps the log', async () => {
      const snapshot = await api.client.snapshot();
      sentCommand(api.studio.cameras.send(commandTo.recall('cam-1', 'close')));
      await api.client.restore(snapshot);
      await api.client.step(1_000);
      expect(await api.client.state('cam-1')).toEqual({ angle: null });
      expect((await api.client.commands()).commands).toMatchObject([{ outcome: 'dropped' }]);
    });
  });

  describe('a page of the command log', () => {
    it('is the last one if it has exactly the commands that are left', async () => {
      for (const device of ['cam-1', 'cam-2', 'cam-1'])
        sentCommand(api.studio.cameras.send(commandTo.recall(device, 'wide')));
      expect((await api.client.commands({ limit: 3 })).next).toBeNull();
      expect((await api.client.commands({ limit: 2, device: 'cam-1' })).next).toBeNull();
      expect((await api.client.commands({ limit: 1, device: 'cam-1' })).next).toBe(3);
      expect(await api.client.commands({ before: 1 })).toMatchObject({ commands: [], next: null });
    });

    it('has 100 commands by default', async () => {
      for (let sent = 0; sent < 101; sent += 1) sentCommand(api.studio.cameras.send(commandTo.recall('cam-1', 'wide')));
      const { commands, next } = await api.client.commands();
      expect([commands.length, commands.at(0)?.number, next]).toEqual([100, 101, 2]);
    });
  });

  describe('a clip that somebody starts at a position', () => {
    const startAt = (positionMs: number, paused = false) =>
      api.client.changeState('out-1', {
        scenes: [{ id: 'full', run: { bank: 'news', clip: 'weather', positionMs, paused } }],
      });
    const run = async () =>
      (await api.client.state('out-1')) as { readonly scenes: readonly { readonly run: unknown }[] };

    it('is refused at its end, and plays its last millisecond', async () => {
      await expect(startAt(60_000)).rejects.toThrow('positionMs: expected less than 60000');
      expect((await run()).scenes[0]?.run).toBeNull();
      await startAt(59_999);
      expect((await run()).scenes[0]?.run).toMatchObject({ positionMs: 59_999 });
      await api.client.step(1);
      expect((await run()).scenes[0]?.run).toBeNull();
    });

    it('stays there as long as it is paused', async () => {
      await startAt(59_999, true);
      await api.client.step(5_000);
      expect((await run()).scenes[0]?.run).toMatchObject({ positionMs: 59_999, paused: true });
    });
  });

  it('a change applies all that it names of a scene, also if it names the scene twice', async () => {
    const cued = { bank: 'news', clip: 'weather' };
    const graphic = { template: 'lower-third', texts: { headline: 'One' } };
    await api.client.changeState('out-1', {
      scenes: [
        { id: 'full', cued },
        { id: 'full', graphic },
      ],
    });
    expect(await api.client.state('out-1')).toMatchObject({ scenes: [{ id: 'full', cued, graphic, run: null }] });
    await api.client.changeState('out-1', { scenes: [{ id: 'full', graphic: null }] });
    expect(await api.client.state('out-1')).toMatchObject({ scenes: [{ id: 'full', cued, graphic: null }] });
  });
});

describe('a simulated CasparCG server', () => {
  const player = { connection: 'playout', channel: 1, layers: { full: 10 } };

  const withPlayer = {
    ...demoStudio,
    connections: [{ id: 'playout', protocol: 'casparcg', host: '127.0.0.1' }],
    outputs: demoStudio.outputs.map((output) => (output.id === 'out-1' ? { ...output, player } : output)),
  };

  let clock: ManualClock;
  let studio: SimulatedStudio;
  let call: (name: string, body?: unknown) => unknown;
  beforeEach(() => {
    clock = manualClock();
    studio = simulatedStudio(withPlayer, clock, { withServers: true });
    const operations = steeringOperations(
      steeredStudio(studio, steeredManually(clock), { real: clock, log: memoryLog() }),
    );
    call = (name, body) =>
      operations
        .find((operation) => operation.name === name)
        ?.answer({ path: new Map([['id', ['out-1']]]), query: new Map(), body });
    return () => {
      studio.stop();
    };
  });

  const server = () => studio.casparcgServers[0]?.server;
  const fault = () => studio.devices().find(({ id }) => id === 'out-1')?.fault;

  it('shows its scenes as other players do', async () => {
    server()?.execute('PLAY 1-10 "weather"');
    await clock.advance(1_000);
    expect(call('device.state.get')).toMatchObject({
      right: { state: { scenes: [{ id: 'full', run: { bank: 'news', clip: 'weather' } }] } },
    });
  });

  it('takes faults, and refuses limits where it cannot count', () => {
    expect(E.isRight(studio.setFault('out-1', { type: 'refused', commands: 2 }))).toBe(true);
    expect(fault()).toEqual({ type: 'refused', commands: 2 });
    for (const type of ['osc_gaps', 'offline'])
      expect(call('device.fault.set', { type, commands: 1 })).toMatchObject({ left: { code: 'invalid_parameter' } });
  });

  it('changes its state by AMCP alone, but can be unplugged', () => {
    expect(call('device.state.change', { scenes: [{ id: 'full', run: null }] })).toMatchObject({
      left: { code: 'conflict' },
    });
    expect(call('device.state.change', { connected: false })).toMatchObject({
      right: { device: { connected: false } },
    });
    expect(fault()).toEqual({ type: 'offline' });
  });

  it('has no snapshot', () => {
    expect(call('snapshot.get')).toMatchObject({ left: { code: 'conflict' } });
  });
});

describe('the steering API over HTTP', () => {
  let api: ApiBench;
  beforeEach(async () => {
    api = await openApi();
  });
  afterEach(() => api.close());

  /** Returns the error of a call: its status, code and message. */
  const errorOf = async (method: string, path: string, body?: unknown) => {
    const sent = { method, path: `/api/v1${path}`, body: body === undefined ? undefined : JSON.stringify(body) };
    const response = await api.call(sent);
    const { error, message } = JSON.parse(response.body) as { readonly error: string; readonly message: string };
    return [response.status, error, message];
  };

  describe('devices', () => {
    it('are listed with their states, and with the errors of their faults', async () => {
      const devices = await api.client.devices();
      expect(devices.map(({ id }) => id)).toEqual(api.studio.devices().map(({ id }) => id));
      const light = await api.client.device('sig-1');
      expect(light).toMatchObject({ kind: 'signal_line', connected: true, fault: null, state: { on: false } });
      expect(light.faults).toContainEqual({ type: 'lost', error: 'ack_timeout', limitable: true, delayed: false });
      expect(light.faults).toContainEqual({
        type: 'offline',
        error: 'device_unavailable',
        limitable: true,
        delayed: false,
      });
    });

    it('are not found under an unknown id', async () => {
      const unknown = [404, 'not_found', 'there is no device "sig-9"'];
      expect(await errorOf('GET', '/devices/sig-9')).toEqual(unknown);
      expect(await errorOf('GET', '/devices/sig-9/state')).toEqual(unknown);
      expect(await errorOf('PUT', '/devices/sig-9/state', { on: true })).toEqual(unknown);
      expect(await errorOf('DELETE', '/devices/sig-9/fault')).toEqual(unknown);
    });
  });

  describe('the state of a device', () => {
    it('changes as if somebody had pressed a button, and is reported', async () => {
      const { state, reported } = await api.client.changeState('sig-3', { on: true });
      expect([state, reported]).toEqual([{ on: true }, { on: false }]);
      await api.client.step(30);
      expect(api.studio.signalLines.value('sig-3')).toBe(true);
      expect((await api.client.commands()).commands).toEqual([]);
    });

    it.each([
      ['sig-1', { on: 'yes' }, 'on: expected boolean'],
      ['sig-1', { angle: 'wide' }, 'angle: expected no such field, but one of connected, on'],
      ['cam-1', { angle: 'top' }, 'angle: expected one of wide, close, profile, or null, got "top"'],
      ['out-1', { scenes: [{ id: 'left' }] }, 'scenes: expected full, got "left"'],
      [
        'out-1',
        { scenes: [{ id: 'full', run: { bank: 'x', clip: 'y' } }] },
        'bank: expected one of news, music, got "x"',
      ],
    ])('refuses an impossible change of %s', async (id, change, message) => {
      expect(await errorOf('PUT', `/devices/${id}/state`, change)).toEqual([400, 'invalid_parameter', message]);
    });
  });

  describe('a fault', () => {
    it('is set, shown and removed', async () => {
      const fault = { type: 'late', delayMs: 250 } as const;
      expect((await api.client.setFault('cam-1', fault)).fault).toEqual(fault);
      expect((await api.client.device('cam-1')).fault).toEqual(fault);
      expect((await api.client.setFault('cam-1', null)).fault).toBeNull();
    });

    it.each([
      [{ type: 'unknown' }, /^body: expected an object whose type is one of late, lost,/],
      [{ type: 'late' }, /^delayMs: expected a whole number from 1 to 600000$/],
      [{ type: 'lost', commands: 0 }, /^commands: expected a whole number from 1 to 1000$/],
      [{ type: 'frozen', commands: 1 }, /^commands: expected no limit for the fault frozen/],
      [{ type: 'lost', comands: 1 }, /^comands: expected no such field.*did you mean commands\?$/],
    ])('is refused: %j', async (fault, message) => {
      const [status, code, text] = await errorOf('PUT', '/devices/cam-1/fault', fault);
      expect([status, code]).toEqual([400, 'invalid_parameter']);
      expect(text).toMatch(message);
    });

    it('that the device cannot have is a conflict', async () => {
      const refused = await errorOf('PUT', '/devices/cam-1/fault', { type: 'osc_gaps' });
      expect(refused.slice(0, 2)).toEqual([409, 'conflict']);
    });
  });

  describe('a script of faults', () => {
    const entries = [
      { atMs: 100, device: 'sig-1', fault: { type: 'offline' } },
      { atMs: 200, device: 'sig-1', fault: null },
    ] as const;

    it("runs on the studio's clock", async () => {
      await api.client.setScript({ entries });
      await api.client.step(150);
      expect((await api.client.device('sig-1')).connected).toBe(false);
      expect((await api.client.script()).entries.map(({ done }) => done)).toEqual([true, false]);
      await api.client.step(50);
      expect((await api.client.device('sig-1')).connected).toBe(true);
    });

    it('is refused as a whole if an entry is impossible', async () => {
      const wrong = { entries: [entries[0], { atMs: 1, device: 'sig-9', fault: null }] };
      const message = 'entries[1].device: expected a device of this studio, got "sig-9"';
      expect(await errorOf('PUT', '/script', wrong)).toEqual([400, 'invalid_parameter', message]);
      expect((await api.client.script()).entries).toEqual([]);
    });
  });

  describe('the clock', () => {
    it('advances in steps while it is paused', async () => {
      const { now } = await api.client.clock();
      expect(await api.client.step(1_500)).toEqual({
        now: new Date(Date.parse(now) + 1_500).toISOString(),
        paused: true,
        speed: 1,
      });
    });

    it('runs at a speed', async () => {
      expect(await api.client.setClock({ paused: false, speed: 4 })).toMatchObject({ paused: false, speed: 4 });
      expect((await errorOf('POST', '/clock/step', { ms: 1 })).slice(0, 2)).toEqual([409, 'conflict']);
      expect(await api.client.setClock({ paused: true })).toMatchObject({ paused: true, speed: 4 });
    });

    it.each([{}, { ms: -1 }, { ms: 1.5 }, { ms: null }, { ms: 86_400_001 }])('refuses the step %j', async (step) => {
      const message = 'ms: expected a whole number from 0 to 86400000';
      expect(await errorOf('POST', '/clock/step', step)).toEqual([400, 'invalid_parameter', message]);
    });
  });

  describe('the command log', () => {
    it('has pages, newest first, also of one device', async () => {
      for (const device of ['cam-1', 'cam-2', 'cam-1'])
        sentCommand(api.studio.cameras.send(commandTo.recall(device, 'wide')));
      const first = await api.client.commands({ limit: 2 });
      expect([first.commands.map(({ number }) => number), first.next]).toEqual([[3, 2], 2]);
      const second = await api.client.commands({ limit: 2, before: 2 });
      expect([second.commands.map(({ number }) => number), second.next]).toEqual([[1], null]);
      const ofOne = await api.client.commands({ device: 'cam-1' });
      expect(ofOne.commands.map(({ number }) => number)).toEqual([3, 1]);
    });
  });

  describe('a snapshot', () => {
    it('restores devices, faults and random numbers', async () => {
      sentCommand(api.studio.players.send(commandTo.play('out-1', 'full', clipSelection('news', 'weather'))));
      sentCommand(api.studio.signalLines.send(commandTo.switch('sig-1', true)));
      await api.client.setFault('cam-1', { type: 'lost', commands: 3 });
      await api.client.step(1_000);
      const snapshot = await api.client.snapshot();
      const before = await api.client.devices();
      await api.client.reset();
      await api.client.restore(snapshot);
      expect(await api.client.devices()).toEqual(before);
      expect(await api.client.snapshot()).toEqual(snapshot);
    });

    it('restores a clip at its position, also at another time and in another world', async () => {
      await api.client.changeState('out-1', { scenes: [{ id: 'full', run: { bank: 'news', clip: 'weather' } }] });
      await api.client.step(10_000);
      const snapshot = await api.client.snapshot();
      const other = await openApi(2);
      await other.client.step(3_600_000);
      await other.client.restore(snapshot);
      await other.client.step(49_900);
      expect(other.studio.players.state('out-1').scenes[0]?.run).not.toBeNull();
      await other.client.step(200);
      expect(other.studio.players.state('out-1').scenes[0]?.run).toBeNull();
      await other.close();
    });

    it('is refused if it is of another studio', async () => {
      const snapshot = await api.client.snapshot();
      const message = 'cameras: expected the devices of this studio (cam-1, cam-2)';
      expect(await errorOf('PUT', '/snapshot', { ...snapshot, cameras: [] })).toEqual([
        400,
        'invalid_parameter',
        message,
      ]);
      expect((await errorOf('PUT', '/snapshot', { version: 2 }))[2]).toContain('version: expected 1');
    });
  });

  describe('the event stream over HTTP', () => {
    /** Reads the first event, and ends the stream. */
    const firstEvent = async (headers: Readonly<Record<string, string>> = {}) => {
      const stop = new AbortController();
      const { body } = await fetch(`${api.url}/api/v1/events`, { headers, signal: stop.signal });
      const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
      let text = '';
      while (!text.includes('\n\n')) text += (await reader?.read())?.value ?? '';
      stop.abort();
      const [, id = '', event] = /^id: (.*)\nevent: (.*)\n/.exec(text) ?? [];
      return { id, event };
    };

    it('begins with a snapshot, and goes on after the last event', async () => {
      const { id, event } = await firstEvent();
      expect(event).toBe('snapshot');
      await api.client.setFault('cam-1', { type: 'lost' });
      expect((await firstEvent({ 'last-event-id': id })).event).toBe('changes');
    });
  });

  describe('requests of others', () => {
    const get = (headers: Readonly<Record<string, string>>) =>
      api.call({ method: 'GET', path: '/api/v1/devices', headers });

    it('are refused from a page of another site', async () => {
      expect((await get({ origin: 'https://evil.example' })).status).toBe(403);
      expect((await get({ 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    });

    it('receive the reference page under a strict policy, but not from a page of another site', async () => {
      const page = (headers = {}) => fetch(`${api.url}/api/v1/docs`, { headers });
      expect((await page()).headers.get('content-security-policy')).toContain("default-src 'none'");
      expect((await page({ origin: 'https://evil.example' })).status).toBe(403);
    });

    it('are answered on every described path, and not elsewhere', async () => {
      expect((await api.call({ method: 'GET', path: '/api/v1/openapi.json' })).status).toBe(200);
      expect((await fetch(`${api.url}/api/devices`)).status).toBe(404);
      expect((await fetch(`${api.url}/api/v1/devices`, { method: 'POST' })).status).toBe(405);
    });
  });
});
