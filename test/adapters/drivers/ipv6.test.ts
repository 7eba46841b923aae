// Equipment that is reached by an IPv6 address: each driver operates it, and each probe finds what greets it.
import * as E from 'fp-ts/lib/Either.js';
import { expect, it } from 'vitest';
import { connectionDrivers } from '../../../infra/service/connection-drivers.js';
import { discoveriesOf, probe } from '../../../infra/studio-file/probes.js';
import { commandResults, sentCommand } from '../../contracts/device-commands.js';
import { openBench } from './closed-bench.js';
import { everyProtocolRow } from './every-protocol.js';

const host = '::1';

it.each(everyProtocolRow)('a device over %s executes a command', async (protocol, { options, connected, send }) => {
  const opened = await openBench(protocol, { ...options, host });
  await opened.passUntil('it is connected', () => connected(opened));
  const sent = sentCommand(send(opened));
  let isConfirmed = false;
  void sent.confirmed.then(() => (isConfirmed = true));
  await opened.passUntil('the command has ended', () => isConfirmed);
  expect(await commandResults(sent)).toEqual(['done', 'done']);
});

const discoveries = new Map(discoveriesOf(connectionDrivers));

it.each(everyProtocolRow.filter(([protocol]) => discoveries.has(protocol)))(
  'a probe of %s gets an answer',
  async (protocol, { options }) => {
    const { port } = await openBench(protocol, { ...options, host });
    const discovery = discoveries.get(protocol);
    const { result } = discovery === undefined ? {} : await probe({ protocol, discovery, host, port }, 5_000);
    // Simulated devices with an HTTP interface do not identify themselves.
    const isNone = E.left('is no Shelly: it does not identify itself at /shelly');
    expect(result).toMatchObject(protocol === 'http' ? isNone : { _tag: 'Right' });
  },
);
