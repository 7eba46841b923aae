// What equipment sends over TCP is read alike however its bytes arrive: split anywhere, joined, padded, or after garbage.
import { connect, createServer } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import {
  crc16,
  emberFrame,
  keepAliveRequest,
  keepAliveResponse,
  S101Reader,
} from '../../../adapters/drivers/emberplus/s101.js';
import { NotificationReader } from '../../../adapters/drivers/panasonic/notification-reader.js';
import { MessageReader } from '../../../adapters/drivers/tcp/message-reader.js';
import { BlockReader } from '../../../adapters/drivers/videohub/block-reader.js';
import { Message31Reader } from '../../../adapters/drivers/tsl/message31-reader.js';
import { PacketReader } from '../../../adapters/drivers/tsl/packet-reader.js';
import { DeckResponseReader } from '../../../adapters/drivers/hyperdeck/response-reader.js';
import { ResponseReader } from '../../../adapters/drivers/vmix/response-reader.js';
import { MessageCutter } from '../../../adapters/drivers/visca/message-cutter.js';
import { ReplyReader } from '../../../adapters/drivers/casparcg/reply-reader.js';
import { commandResults, sentCommand } from '../../contracts/device-commands.js';
import { closedAfterEach } from '../../support/closed-after-each.js';
import { listenOnLoopback } from '../../support/loopback.js';
import { connectionBench } from './bench.js';
import { everyProtocolRow, isOverTcp } from './every-protocol.js';
import { notificationHex } from './panasonic/peer.js';

const closing = closedAfterEach();

/** A reader, the bytes that it is fed, and what it reads from them. */
interface Row {
  readonly reader: (onRead: (read: string) => void) => { readonly read: (chunk: Buffer) => unknown };
  readonly sent: Buffer;
  readonly expected: readonly string[];
}

const shortKeepAlive = [0, 0x0e, 1];
const shortChecksum = crc16(shortKeepAlive);
const keepAliveWithoutVersion = Buffer.of(0xfe, ...shortKeepAlive, shortChecksum & 0xff, shortChecksum >> 8, 0xff);

const rows: Readonly<Record<string, Row>> = {
  'notifications of Panasonic cameras, padded and not': {
    reader: (onRead) => new NotificationReader(onRead),
    sent: Buffer.from(
      `${notificationHex('q00', '\0')}${notificationHex('p1', '\0\0')}${notificationHex('q01')}`,
      'hex',
    ),
    expected: ['q00', 'p1', 'q01'],
  },
  'responses of vMix': {
    reader: (onRead) =>
      new ResponseReader(({ command, status, body }) => {
        onRead(`${command} ${status} ${body}`);
      }),
    sent: Buffer.from('\r\nXML 10\r\n<vmix>Ö\r\nFUNCTION OK Play\r\n'),
    expected: ['XML body <vmix>Ö\r\n', 'FUNCTION OK '],
  },
  'responses of HyperDecks': {
    reader: (onRead) =>
      new DeckResponseReader(({ code, lines }) => {
        onRead([code, ...lines].join(' '));
      }),
    sent: Buffer.from('500 connection info:\r\nmodel: Ö\r\n\r\n200 ok\r\n205 clips info:\r\n\r\n'),
    expected: ['500 model: Ö', '200', '205'],
  },
  'blocks of Videohubs': {
    reader: (onRead) =>
      new BlockReader(({ title, lines }) => {
        onRead([title, ...lines].join(' '));
      }),
    sent: Buffer.from('ACK\n\nINPUT LABELS:\n0 Ö: 1\r\n1 ACK\n\nNAK\nEND PRELUDE:\n\n'),
    expected: ['ACK', 'INPUT LABELS 0 Ö: 1 1 ACK', 'NAK', 'END PRELUDE'],
  },
  'packets of TSL UMD 5.0, with a doubled DLE': {
    reader: (onRead) =>
      new PacketReader(([one]) => {
        onRead(JSON.stringify(one));
      }),
    sent: Buffer.from('fe020b00000001000500d50001004afe020a0000000100fefe000a000000', 'hex'),
    expected: [
      '{"screen":1,"display":5,"right":"red","text":"red","left":"red"}',
      '{"screen":1,"display":254,"right":"green","text":"green","left":"off"}',
    ],
  },
  'packets of TSL UMD 5.0 without a frame': {
    reader: (onRead) =>
      new PacketReader((displays) => {
        onRead(displays.map(({ display }) => display).join());
      }),
    sent: Buffer.from('0b00000001000500d50001004a1000000001000600d5000000fe00d5000000', 'hex'),
    expected: ['5', '6,254'],
  },
  'messages of TSL UMD 3.1': {
    reader: (onRead) =>
      new Message31Reader(([one]) => {
        onRead(JSON.stringify(one));
      }),
    sent: Buffer.from(`8132${'20'.repeat(16)}fe31${'fe'.repeat(16)}`, 'hex'),
    expected: ['{"display":1,"tallies":2}', '{"display":126,"tallies":1}'],
  },
  'messages of VISCA cameras': {
    reader: (onRead) =>
      new MessageCutter((reply) => {
        onRead('data' in reply ? Buffer.from(reply.data).toString('hex') : reply.type);
      }),
    sent: Buffer.from('0041ff9041ff90500102030400000000ff00ff9051ff', 'hex'),
    expected: ['accepted', '0102030400000000', 'completed'],
  },
  'messages over TCP': {
    reader: (onRead) => new MessageReader('\n', 'utf8', onRead),
    sent: Buffer.from(' Ö1 \r\n\r\n🎬\n'),
    expected: ['Ö1', '', '🎬'],
  },
  'frames of Ember+': {
    reader: (onRead) =>
      new S101Reader({
        payload: (payload) => {
          onRead(payload.toString('hex'));
        },
        keepAliveRequest: () => {
          onRead('request');
        },
        keepAliveResponse: () => {
          onRead('response');
        },
      }),
    sent: Buffer.concat([
      ...[Buffer.from('00ff0d0a', 'hex'), emberFrame(Buffer.from('01feff', 'hex')), keepAliveRequest],
      ...[Buffer.from('0000', 'hex'), keepAliveResponse, emberFrame(Buffer.from('02', 'hex'))],
      // Without the byte of the version, as older providers send it.
      keepAliveWithoutVersion,
    ]),
    expected: ['01feff', 'request', 'response', '02', 'request'],
  },
  'replies of CasparCG': {
    reader: (onRead) =>
      new ReplyReader(({ code, data }) => {
        onRead(`${String(code)} ${data}`);
      }),
    sent: Buffer.from(
      'garbage\r\n202 PLAY OK\r\nRES 1 201 INFO OK\r\n<a>\nÖ</a>\r\nRES 2 200 CLS OK\r\n1\r\n2\r\n\r\n',
    ),
    expected: ['202 ', '201 <a>\nÖ</a>', '200 1\n2'],
  },
};

it.each(Object.entries(rows))('%s', (_, { reader, sent, expected }) => {
  const readIn = (chunks: readonly Buffer[]): readonly string[] => {
    const read: string[] = [];
    const under = reader((one) => read.push(one));
    for (const chunk of chunks) under.read(chunk);
    return read;
  };
  expect(readIn([sent])).toEqual(expected);
  expect(readIn([...sent].map((byte) => Buffer.from([byte])))).toEqual(expected);
  for (let cut = 1; cut < sent.length; cut += 1)
    expect(readIn([sent.subarray(0, cut), sent.subarray(cut)])).toEqual(expected);
});

/** Passes on what a server sends in five pieces, each in a turn of its own. Returns the port. */
const piecewise = async (port: number): Promise<number> => {
  const relay = createServer((client) => {
    const device = connect(port, '127.0.0.1');
    client.setNoDelay().on('error', () => device.destroy());
    device.on('error', () => client.destroy());
    client.pipe(device);
    const sendIn = async (chunks: AsyncIterable<Buffer>): Promise<void> => {
      for await (const chunk of chunks) {
        const length = Math.ceil(chunk.length / 5);
        for (let from = 0; from < chunk.length; from += length) {
          client.write(chunk.subarray(from, from + length));
          await turn();
        }
      }
      client.end();
    };
    void sendIn(device).catch(() => client.destroy());
  });
  closing.push(() => relay.close());
  return listenOnLoopback(relay);
};

const overTcp = everyProtocolRow.filter(([protocol, use]) => isOverTcp(protocol, use));

it.each(overTcp)('a device over %s, whose messages arrive in pieces, confirms a command', async (protocol, use) => {
  const { options, connected, isKnown, send } = use;
  const bench = await connectionBench(protocol, { ...options, path: piecewise });
  closing.push(() => void bench.close());
  await bench.passUntil('its state is known', () => connected(bench) && isKnown(bench));
  const sent = sentCommand(send(bench));
  let isConfirmed = false;
  void sent.confirmed.then(() => (isConfirmed = true));
  await bench.passUntil('the command has ended', () => isConfirmed);
  expect(await commandResults(sent)).toEqual(['done', 'done']);
});
