// The examples of the published protocol (Modbus application protocol 1.1b3: 6.1 read coils, 6.5 write single coil) judge the driver and the simulated device, each by itself.
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import type { SignalLines } from '../../../../application/ports/signal-lines.js';
import type { StudioLayout } from '../../../../domain/studio/layout.js';
import { manualClock } from '../../../../simulator/clock.js';
import { demoStudio } from '../../../../simulator/demo-studio.js';
import { modbusFace } from '../../../../simulator/modbus/face.js';
import { simulatedStudio } from '../../../../simulator/studio.js';
import { closedAfterEach } from '../../../support/closed-after-each.js';
import { eventually } from '../../../support/eventually.js';
import { connectionId, layoutWith, openDrivers } from '../bench.js';
import { commandTo } from '../../../support/commands.js';

/** The protocol data units of the examples. Addresses on the wire are one less than the numbers in the text. */
const examples = {
  readCoils: { request: '0100130013', response: '0103cd6b05' },
  writeCoil: { request: '0500acff00', response: '0500acff00' },
} as const;

/** Numbers of the coils that are on in the example: of 20 to 38. */
const onCoils = [20, 22, 23, 26, 27, 28, 29, 31, 33, 34, 36, 38].map((number) => number - 1);

const closers = closedAfterEach();

describe('the driver', () => {
  const open = (layout: StudioLayout): SignalLines => {
    const { drivers, close } = openDrivers(layout);
    closers.push(close);
    return drivers.signalLines;
  };

  /** Answers every request with the response of the example, and records its protocol data unit. */
  const device = async (answers: Readonly<Record<string, string>>) => {
    const received: string[] = [];
    const server: Server = createServer((socket) => {
      socket.on('data', (request) => {
        const pdu = request.subarray(7).toString('hex');
        received.push(pdu);
        const answer = Buffer.from(answers[pdu] ?? '', 'hex');
        const header = Buffer.from(request.subarray(0, 7));
        header.writeUInt16BE(answer.length + 1, 4);
        socket.write(Buffer.concat([header, answer]));
      });
      closers.push(() => socket.destroy());
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    closers.push(() => server.close());
    return { port: (server.address() as AddressInfo).port, received };
  };

  it('reads the coils of the example', async () => {
    const { readCoils } = examples;
    const { port, received } = await device({ [readCoils.request]: readCoils.response });
    const coils = Array.from({ length: 19 }, (_, index) => ({ id: `coil-${String(index)}`, coil: 19 + index }));
    const signalLines = open({
      ...layoutWith('modbus', { host: '127.0.0.1', port }, {}),
      signals: coils.map(({ id, coil }) => ({
        id,
        identifier: id,
        name: id,
        line: { connection: connectionId, coil },
      })),
    });
    await eventually('the coils are read', () => signalLines.connected('coil-0'));
    expect(received).toEqual([readCoils.request]);
    expect(coils.filter(({ id }) => signalLines.value(id)).map(({ coil }) => coil)).toEqual(onCoils);
  });

  it('writes the coil of the example, and reads it back', async () => {
    const { writeCoil } = examples;
    const readOne = '0100ac0001';
    const answers: Record<string, string> = { [writeCoil.request]: writeCoil.response, [readOne]: '010100' };
    const { port, received } = await device(answers);
    const lines = { 'sig-1': { coil: 172 } };
    const signalLines = open(layoutWith('modbus', { host: '127.0.0.1', port }, { lines }));
    await eventually('the coil is read', () => signalLines.connected('sig-1'));
    answers[readOne] = '010101';
    signalLines.send(commandTo.switch('sig-1', true));
    await eventually('the coil is read back', () => signalLines.value('sig-1') === true);
    expect(received).toEqual([readOne, writeCoil.request, readOne]);
  });
});

describe('the simulated device', () => {
  const exchange = async (socket: Socket, pdu: string): Promise<string> => {
    const data = Buffer.from(pdu, 'hex');
    const header = Buffer.from('00070000000001', 'hex');
    header.writeUInt16BE(data.length + 1, 4);
    socket.write(Buffer.concat([header, data]));
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.subarray(0, 4).toString('hex')).toBe('00070000');
    expect(answer.readUInt16BE(4)).toBe(answer.length - 6);
    return answer.subarray(7).toString('hex');
  };

  const openFace = async (lines: Readonly<Record<string, object>>) => {
    const clock = manualClock();
    const studio = simulatedStudio(demoStudio, clock);
    const attachments = { lines: new Map(Object.entries(lines)), heads: new Map(), players: new Map(), selections: [] };
    const face = modbusFace({ settings: {}, attachments, devices: studio });
    closers.push(() => face.close());
    const socket = connect(await face.listen(0, '127.0.0.1'), '127.0.0.1');
    closers.push(() => socket.destroy());
    await once(socket, 'connect');
    return { clock, studio, ask: (pdu: string) => exchange(socket, pdu) };
  };

  it('answers a write as in the example, and then shows it', async () => {
    const { clock, ask } = await openFace({ 'sig-1': { coil: 172 } });
    const written = ask(examples.writeCoil.request);
    await eventually('the write arrives', async () => {
      await clock.advance(5);
      return (await Promise.race([written, Promise.resolve('')])) !== '';
    });
    expect(await written).toBe(examples.writeCoil.response);
    await clock.advance(50);
    expect(await ask('0100ac0001')).toBe('010101');
  });

  it.each([
    ['a function that it does not have', '0300000001', '8301'],
    ['an address that it does not have', '0100000001', '8102'],
    ['no bits at all', '0100000000', '8103'],
    ['a value that is neither on nor off', '0500ac1234', '8503'],
    ['an input, which can not be written', '050000ff00', '8502'],
  ])('refuses %s', async (_, request, answer) => {
    const { ask } = await openFace({ 'sig-1': { coil: 172 }, 'sig-2': { input: 0 } });
    expect(await ask(request)).toBe(answer);
  });
});
