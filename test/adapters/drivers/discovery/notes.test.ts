// What is found at OBS, at brokers and at cameras: the settings, and what remains to be done.
import { createSocket } from 'node:dgram';
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';
import { connectionDrivers } from '../../../../infra/service/connection-drivers.js';
import { probe } from '../../../../infra/studio-file/probes.js';
import { rawBroker } from '../mqtt/raw-broker.js';
import { rawObs } from '../obs/raw-obs.js';
import { closedAfterEach } from '../../../support/closed-after-each.js';

const closing = closedAfterEach();

const found = async (protocol: 'obs' | 'mqtt' | 'visca', port: number, timeoutMs?: number) => {
  const { discovery } = connectionDrivers[protocol];
  if (discovery === undefined) throw new Error('it can not be found');
  return (await probe({ protocol, discovery, host: '127.0.0.1', port }, timeoutMs)).result;
};

const folder = 'replace mediaFolder by the folder of the clips on the computer of OBS';

it.each<readonly [string, object, readonly string[]]>([
  ['open', {}, [folder]],
  ['locked', { authentication: { challenge: 'c', salt: 's' } }, [folder, 'it requires a password: add passwordFile']],
])('@DISCOVER-5: OBS that is %s', async (_, lock, notes) => {
  const obs = await rawObs(undefined, { obsWebSocketVersion: '5.1.0', rpcVersion: 1, ...lock });
  closing.push(obs.close);
  const description = 'OBS Studio with obs-websocket 5.1.0';
  const settings = { mediaFolder: '/replace/me' };
  expect(await found('obs', obs.port)).toEqual(E.right({ description, settings, notes }));
});

const locked = { notes: ['it refuses clients without a name: add username and passwordFile'] };
const old = { settings: { protocolVersion: 'v3.1.1' } };

describe('@DISCOVER-5: a broker', () => {
  it.each<readonly [string, string, string, object]>([
    ['of MQTT 5', '2003000000', '', {}],
    ['of MQTT 5 that requires a password', '2003008600', '', locked],
    ['of MQTT 5 that requires a name', '2003008700', '', locked],
    ['of MQTT 3.1.1', '20020001', '20020000', old],
    ['of MQTT 3.1.1 that requires a password', '20020001', '20020004', { ...old, ...locked }],
    ['of MQTT 3.1.1 that requires a name', '20020001', '20020005', { ...old, ...locked }],
    ['of MQTT 3.1.1 that knows the answer of MQTT 5', '2003008400', '20020000', old],
  ])('%s', async (_, toNew, toOld, expected) => {
    // The level of the protocol follows its name.
    const broker = await rawBroker(({ first, body }) => (first !== 0x10 ? undefined : body[6] === 5 ? toNew : toOld));
    closing.push(broker.close);
    expect(await found('mqtt', broker.port)).toEqual(E.right({ description: 'an MQTT broker', ...expected }));
  });
});

describe('@DISCOVER-5: a camera', () => {
  const camera = { description: 'a camera that speaks VISCA over IP' };
  const raw = { description: 'a camera that speaks VISCA', settings: { transport: 'udp-raw' } };
  const nothing = 'is no camera: it does not answer in VISCA over IP';

  it.each<readonly [string, string, E.Either<string, object>]>([
    ['answers the inquiry', '0111000a 00000001 90500001050401000 2ff', E.right(camera)],
    ['refuses the inquiry', '01110004 00000001 906002ff', E.right(camera)],
    ['expected another number', '02010002 00000001 0f01', E.right(camera)],
    ['states another number', '01110004 00000000 906002ff', E.right(camera)],
    ['answers without the header', '90500001050401000 2ff', E.right(raw)],
    ['returns the inquiry', '81090002ff', E.left(nothing)],
    ['answers with an error that is none', '01110005 00000001 90600201ff', E.left(nothing)],
  ])('that %s', async (_, hex, expected) => {
    const socket = createSocket('udp4');
    closing.push(() => socket.close());
    socket.on('message', (_bytes, { port, address }) => {
      socket.send(Buffer.from(hex.replaceAll(' ', ''), 'hex'), port, address);
    });
    await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
    expect(await found('visca', socket.address().port)).toEqual(expected);
  });
});
