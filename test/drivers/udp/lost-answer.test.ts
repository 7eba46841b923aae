// Simulated equipment that takes datagrams, and whose device has lost an answer: there is no connection to renew.
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { eventually } from '../../support/eventually.js';
import { faceBench } from '../face-bench.js';
import { lineOf } from '../text/templates.js';

it('equipment whose device has lost an answer answers what is sent later', async () => {
  const bench = await faceBench('udp', { lines: { 'sig-1': lineOf('udp', 1) } });
  const client = createSocket('udp4');
  try {
    client.connect(bench.port, '127.0.0.1');
    await once(client, 'connect');
    const answers: string[] = [];
    client.on('message', (datagram) => answers.push(datagram.toString()));
    bench.studio.setFault('sig-1', { type: 'lost', commands: 1 });
    client.send('RELAY 1 ON');
    await bench.passUntil('the device executes it', () => bench.studio.commands()[0]?.outcome === 'executed');
    client.send('RELAY 1?');
    await eventually('the answer', () => answers.length > 0);
    expect(answers).toEqual(['RELAY 1 = 0']);
    client.send('RELAY 1 OFF');
    await bench.passUntil('both commands are answered', () => answers.length > 2);
    expect(answers.slice(1).toSorted()).toEqual(['OK', 'OK']);
  } finally {
    client.close();
    await bench.close();
  }
});
