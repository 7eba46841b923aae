// The driver and the simulated OBS, each by itself, against messages of the protocol document of obs-websocket 5
// (github.com/obsproject/obs-websocket, docs/generated/protocol.md): "Connection steps", "Message Types", "Creating an authentication string".
import { createHash } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { fieldOf } from '../../../../domain/codec/unchecked.js';
import { manualClock } from '../../../../simulator/clock.js';
import { demoStudio } from '../../../../simulator/demo-studio.js';
import { obsFace } from '../../../../simulator/obs/face.js';
import { simulatedStudio } from '../../../../simulator/studio.js';
import type { WireFace } from '../../../../simulator/wire-face.js';
import { attachmentsTo } from '../../../../application/connections/attachments.js';
import { eventually } from '../../../support/eventually.js';
import { connectionId, layoutWith, openDrivers, type OpenedDrivers } from '../bench.js';
import { obsOptions } from './bench.js';
import { rawObs, type RawObs } from './raw-obs.js';

/** The example of Hello. */
const hello = {
  obsWebSocketVersion: '5.1.0',
  rpcVersion: 1,
  authentication: {
    challenge: '+IxH4CnCiqpX1rM9scsNynZzbOe4KhDeYcTNS3PDaeY=',
    salt: 'lM1GncleQOaCu9lT1yeUZhFYnqhsLLP1G5lAGo3ixaI=',
  },
};

/** The steps of "Creating an authentication string", one by one. */
const documentedString = (password: string): string => {
  const base64Secret = createHash('sha256').update(password).update(hello.authentication.salt).digest('base64');
  return createHash('sha256').update(base64Secret).update(hello.authentication.challenge).digest('base64');
};

let raw: RawObs | undefined;
let opened: OpenedDrivers | undefined;
let face: WireFace | undefined;

afterEach(async () => {
  opened?.close();
  await raw?.close();
  await face?.close();
  [raw, opened, face] = [undefined, undefined, undefined];
});

const withPassword = { ...obsOptions, settings: { ...obsOptions.settings, passwordFile: '/etc/obs-password' } };

describe('the driver', () => {
  it('identifies itself, and reads the scenes in batches as documented', async () => {
    const obs = await rawObs(({ op }) => (op === 1 ? [[2, { negotiatedRpcVersion: 1 }]] : []), hello);
    raw = obs;
    opened = openDrivers(layoutWith('obs', { host: '127.0.0.1', port: obs.port }, withPassword));
    await eventually('both scenes are read', () => obs.received.length === 3);
    const [identify, first] = obs.received;
    // Scenes (1 << 2), transitions (1 << 4), scene items (1 << 7), media inputs (1 << 8).
    const content = { rpcVersion: 1, authentication: documentedString('secret'), eventSubscriptions: 404 };
    expect(identify).toEqual({ op: 1, content });
    expect(first).toEqual({
      op: 8,
      content: {
        requestId: '1',
        haltOnFailure: true,
        requests: [
          { requestType: 'GetSceneItemList', requestData: { sceneName: 'Left wall' } },
          { requestType: 'GetSourceActive', requestData: { sourceName: 'Left wall' } },
          { requestType: 'GetCurrentProgramScene' },
          { requestType: 'GetCurrentSceneTransitionCursor' },
          { requestType: 'GetInputSettings', requestData: { inputName: 'A' } },
          { requestType: 'GetMediaInputStatus', requestData: { inputName: 'A' } },
          { requestType: 'GetSourceActive', requestData: { sourceName: 'A' } },
          { requestType: 'GetInputSettings', requestData: { inputName: 'B' } },
          { requestType: 'GetMediaInputStatus', requestData: { inputName: 'B' } },
          { requestType: 'GetSourceActive', requestData: { sourceName: 'B' } },
          { requestType: 'GetCurrentSceneTransitionCursor' },
        ],
      },
    });
  });
});

/** Connects a client of Node to simulated OBS. Returns what it receives, and how the connection was closed. */
const connected = async (settings: Readonly<Record<string, unknown>> = obsOptions.settings) => {
  const studio = simulatedStudio(demoStudio, manualClock());
  const attachments = attachmentsTo(layoutWith('obs', {}, obsOptions), connectionId);
  face = obsFace({ settings, attachments, devices: studio, now: () => 0 });
  const socket = new WebSocket(`ws://127.0.0.1:${String(await face.listen(0, '127.0.0.1'))}`, 'obswebsocket.json');
  const received: unknown[] = [];
  const closed = Promise.withResolvers<number>();
  socket.addEventListener('message', ({ data }) => received.push(JSON.parse(String(data))));
  socket.addEventListener('close', ({ code }) => {
    closed.resolve(code);
  });
  await eventually('it greets', () => received.length === 1);
  const next = async (op: number, d: object): Promise<unknown> => {
    const before = received.length;
    socket.send(JSON.stringify({ op, d }));
    await eventually('it answers', () => received.length > before);
    return received.at(-1);
  };
  return { received, socket, closed: closed.promise, next };
};

describe('simulated OBS', () => {
  it('greets, admits and answers as documented', async () => {
    const { received, next } = await connected();
    expect(received).toEqual([{ op: 0, d: { obsWebSocketVersion: '5.1.0', rpcVersion: 1 } }]);
    expect(await next(1, { rpcVersion: 1 })).toEqual({ op: 2, d: { negotiatedRpcVersion: 1 } });
    const requestId = 'f819dcf0-89cc-11eb-8f0e-382c4ac93b9c';
    expect(await next(6, { requestType: 'GetMediaInputStatus', requestId, requestData: { inputName: 'A' } })).toEqual({
      op: 7,
      d: {
        requestType: 'GetMediaInputStatus',
        requestId,
        requestStatus: { result: true, code: 100 },
        responseData: { mediaState: 'OBS_MEDIA_STATE_ENDED', mediaCursor: null, mediaDuration: null },
      },
    });
    expect(await next(6, { requestType: 'NoSuchRequest', requestId })).toMatchObject({
      d: { requestStatus: { result: false, code: 204 } },
    });
  });

  it('answers batches up to the first refusal', async () => {
    const { next } = await connected();
    await next(1, { rpcVersion: 1 });
    const requests = ['A', 'no such input', 'B'].map((inputName) => ({
      requestType: 'GetMediaInputStatus',
      requestData: { inputName },
    }));
    const answer = fieldOf(await next(8, { requestId: '1', haltOnFailure: true, requests }), 'd');
    expect(fieldOf(answer, 'results')).toMatchObject([
      { requestStatus: { result: true, code: 100 } },
      { requestStatus: { result: false, code: 600 } },
    ]);
    const all = fieldOf(await next(8, { requestId: '2', requests }), 'd');
    expect(fieldOf(all, 'results')).toHaveLength(3);
  });

  it('admits the password only, and closes sessions with the documented codes', async () => {
    const settings = withPassword.settings;
    const right = await connected(settings);
    expect(await right.next(1, { rpcVersion: 1, authentication: documentedString('secret') })).toMatchObject({ op: 2 });
    await face?.close();
    const wrong = await connected(settings);
    wrong.socket.send(JSON.stringify({ op: 1, d: { rpcVersion: 1, authentication: documentedString('wrong') } }));
    expect(await wrong.closed).toBe(4_009);
    await face?.close();
    const early = await connected();
    early.socket.send(JSON.stringify({ op: 6, d: { requestType: 'GetVersion', requestId: '1' } }));
    expect(await early.closed).toBe(4_007);
  });
});
