// A network that loses datagrams both ways: commands arrive once and in their order, and the driver misses no report.
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { expect, it, onTestFinished } from 'vitest';
import { seededRandom } from '../../../../simulator/random.js';
import { commandResults, sentCommand } from '../../../contracts/device-commands.js';
import { commandTo } from '../../../support/commands.js';
import { openBench } from '../closed-bench.js';

const boundSocket = async (): Promise<Socket> => {
  const socket = createSocket('udp4');
  await once(socket.bind(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void socket.close());
  return socket;
};

it('loses nothing and repeats nothing', async () => {
  const random = seededRandom(3);
  const path = async (port: number): Promise<number> => {
    const [near, far] = [await boundSocket(), await boundSocket()];
    let driver: number | undefined;
    near.on('message', (datagram, from) => {
      driver = from.port;
      if (random.between(1, 100) > 30) far.send(datagram, port, '127.0.0.1');
    });
    far.on('message', (datagram) => {
      if (random.between(1, 100) > 30) near.send(datagram, driver, '127.0.0.1');
    });
    return near.address().port;
  };
  const bench = await openBench('atem', { lines: { 'sig-1': { program: 5, offInput: 2 } }, path });
  const { signalLines } = bench.drivers;
  await bench.passUntil('the switcher is connected', () => signalLines.connected('sig-1'));
  for (let count = 1; count <= 6; count += 1) {
    const sent = sentCommand(signalLines.send(commandTo.switch('sig-1', count % 2 === 1)));
    let isOver = false;
    void sent.confirmed.then(() => (isOver = true));
    await bench.passUntil('the command has ended', () => isOver);
    expect(await commandResults(sent)).toEqual(['done', 'done']);
    expect(bench.studio.commands()).toHaveLength(count);
  }
});
