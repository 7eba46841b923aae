// Forwarding the audit log to a syslog receiver: a real TLS server that reads the frames of RFC 5425.
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer, TLSSocket, type Server } from 'node:tls';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AuditForwarder } from '../../../adapters/audit/audit-sink.js';
import { entryLine } from '../../../adapters/audit/entry-line.js';
import { connectSyslog } from '../../../adapters/audit/syslog-connection.js';
import { syslogForwarder } from '../../../adapters/audit/syslog-forwarder.js';
import type { AuditEntry } from '../../../application/ports/audit.js';
import { manualClock, type ManualClock } from '../../../simulator/clock.js';
import { certificateAuthority, readFiles, type CertificateFiles } from '../../application/console/authority.js';
import { memoryLog, type MemoryLog } from '../../application/console/readable-log.js';
import { eventually } from '../../support/eventually.js';

/** A receiver, and the messages that have arrived, without their frames. */
interface Receiver {
  readonly port: number;
  readonly messages: string[];
  readonly sockets: Set<TLSSocket>;
  readonly close: () => Promise<void>;
}

/** Reads frames: the length in decimal digits, a space, and as many octets. */
const readFrames = (socket: TLSSocket, messages: string[]): void => {
  let buffered = Buffer.alloc(0);
  socket.on('data', (chunk: Buffer) => {
    buffered = Buffer.concat([buffered, chunk]);
    for (;;) {
      const [frame, length] = /^(\d+) /.exec(buffered.toString('latin1')) ?? [];
      if (frame === undefined || buffered.length < frame.length + Number(length)) return;
      messages.push(buffered.subarray(frame.length, frame.length + Number(length)).toString());
      buffered = buffered.subarray(frame.length + Number(length));
    }
  });
};

const listen = async (files: CertificateFiles, port = 0, read = readFrames): Promise<Receiver> => {
  const messages: string[] = [];
  const sockets = new Set<TLSSocket>();
  const server: Server = createServer(readFiles(files), (socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    read(socket, messages);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    messages,
    sockets,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
};

let folder = '';
let authorities = '';
let trusted: CertificateFiles;
let otherName: CertificateFiles;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'studio-control-syslog-'));
  const authority = certificateAuthority(folder);
  trusted = authority.issue('receiver', 'IP:127.0.0.1');
  otherName = authority.issue('other', 'DNS:other.example');
  authorities = readFileSync(authority.ca, 'utf8');
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

let clock: ManualClock;
let log: MemoryLog;
let forwarder: AuditForwarder | undefined;
let receiver: Receiver | undefined;

beforeEach(() => {
  [clock, log] = [manualClock(Date.UTC(2026, 0, 31, 12)), memoryLog()];
});
afterEach(async () => {
  const closed = forwarder?.close();
  await clock.advance(500);
  await closed;
  await receiver?.close();
  [forwarder, receiver] = [undefined, undefined];
});

const open = (port: number, ca = authorities, maxWaiting = 10_000): AuditForwarder => {
  forwarder = syslogForwarder({
    receiver: { host: '127.0.0.1', port, authorities: [ca] },
    origin: { host: 'Studio Höst', processId: 7 },
    clock,
    random: () => 0,
    log,
    maxWaiting,
  });
  return forwarder;
};

const entry = (summary: string, kind: AuditEntry['kind'] = 'action'): AuditEntry => ({
  time: '2026-01-31T12:00:00.000Z',
  part: 'service',
  kind,
  summary,
});

const send = (...entries: readonly AuditEntry[]): void => {
  for (const one of entries) forwarder?.send(one, entryLine(one));
};

const summaryOf = (message: string): string =>
  (JSON.parse(message.slice(message.indexOf('{'))) as { readonly summary: string }).summary;

const arrived = (): readonly string[] => (receiver?.messages ?? []).map(summaryOf);

describe('the forwarder', () => {
  it('sends each entry as a syslog message in ASCII, framed by its length', async () => {
    receiver = await listen(trusted);
    open(receiver.port);
    send(entry('Küche \u202e'), entry('no', 'refused'));
    await expect
      .poll(() => receiver?.messages)
      .toEqual([
        `<109>1 2026-01-31T12:00:00.000Z StudioHst studio-control 7 action - ${JSON.stringify(entry('')).slice(0, -2)}K\\u00fcche \\u202e"}`,
        `<108>1 2026-01-31T12:00:00.000Z StudioHst studio-control 7 refused - ${JSON.stringify(entry('no', 'refused'))}`,
      ]);
    expect(arrived()).toEqual(['Küche \u202e', 'no']);
  });

  it('leaves no connection open if it ends while it connects', async () => {
    receiver = await listen(trusted);
    const { sockets } = receiver;
    await open(receiver.port).close();
    forwarder = undefined;
    const limit = { timeout: 10_000 };
    await expect.poll(() => [...sockets].map(({ destroyed }) => destroyed), limit).toEqual([true]);
  });

  it('connects again after an outage, and sends what has waited', async () => {
    receiver = await listen(trusted);
    const { port } = receiver;
    open(port);
    send(entry('before'));
    await expect.poll(arrived).toEqual(['before']);
    await receiver.close();
    await expect.poll(() => log.lines.join()).toContain("can't be forwarded; its entries wait");
    send(entry('during'));
    receiver = await listen(trusted, port);
    await clock.advance(1_000);
    await expect.poll(arrived).toEqual(['during']);
    send(entry('after'));
    await expect.poll(arrived).toEqual(['during', 'after']);
  });

  it('sends entries again that a receiver had not taken when the connection was lost', async () => {
    receiver = await listen(trusted, 0, (socket) => socket.pause());
    const { port } = receiver;
    open(port);
    await expect.poll(() => log.lines.join()).toContain('the audit log is forwarded');
    // Longer than what the network takes for a receiver that reads nothing.
    const long = 'x'.repeat(20_000_000);
    forwarder?.send(entry(''), JSON.stringify(entry(long)));
    send(entry('next'));
    await receiver.close();
    await expect.poll(() => log.lines.join()).toContain("can't be forwarded; its entries wait");
    let [length, end] = [0, ''];
    receiver = await listen(trusted, port, (socket) => {
      socket.on('data', (chunk: Buffer) => {
        length += chunk.length;
        end = (end + chunk.toString('latin1', Math.max(0, chunk.length - 100))).slice(-100);
      });
    });
    await clock.advance(1_000);
    await expect.poll(() => end, { timeout: 20_000 }).toContain('"summary":"next"}');
    expect(length).toBeGreaterThan(long.length);
  });

  it('keeps a connection that accepts what it is sent, however long that goes on', async () => {
    receiver = await listen(trusted);
    const limits = vi.spyOn(TLSSocket.prototype, 'setTimeout');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const opened = await connectSyslog({ host: '127.0.0.1', port: receiver.port, authorities: [authorities] });
    expect((limits.mock.contexts.at(-1) as TLSSocket).timeout).toBe(0);
    limits.mockRestore();
    let isLost = false;
    void opened.lost.then(() => (isLost = true));
    for (let sent = 0; sent < 3; sent += 1) {
      await opened.send('5 hello');
      vi.advanceTimersByTime(20_000);
    }
    vi.useRealTimers();
    await opened.send('3 end');
    await eventually('the messages', () => receiver?.messages.length === 4);
    expect([receiver.messages.at(-1), isLost]).toEqual(['end', false]);
    opened.close();
  });

  it('tries less and less often, down to once a minute, while a receiver accepts connections and closes them again', async () => {
    const delays: number[] = [];
    const manual = manualClock();
    const after: ManualClock['after'] = (ms, task) => {
      if (ms < 60_000) delays.push(ms);
      return manual.after(ms, task);
    };
    clock = { ...manual, after };
    receiver = await listen(trusted, 0, (socket) => socket.end());
    open(receiver.port);
    for (const expected of [500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]) {
      await expect.poll(() => delays.at(-1)).toBe(expected);
      await clock.advance(expected);
    }
    expect(log.lines.filter((line) => line.includes('forwarded'))).toHaveLength(2);
  });

  it('tries soon again after a connection that has lasted', async () => {
    receiver = await listen(trusted);
    const { port } = receiver;
    await receiver.close();
    open(port);
    await expect.poll(() => log.lines.join()).toContain("can't be forwarded");
    receiver = await listen(trusted, port);
    await clock.advance(500);
    await expect.poll(() => receiver?.sockets.size).toBe(1);
    send(entry('first'));
    await expect.poll(arrived).toEqual(['first']);
    await clock.advance(60_000);
    await expect.poll(() => log.lines.join()).toContain('the audit log is forwarded again');
    await receiver.close();
    await expect.poll(() => log.lines.filter((line) => line.includes("can't be forwarded"))).toHaveLength(2);
  });

  it.each([
    ['no trusted authority has issued', () => trusted, undefined, /self.signed|unable to (get|verify)/],
    ['is of another name', () => otherName, 'own', /altnames|does not match/i],
  ] as const)('sends nothing to a receiver whose certificate %s', async (_what, files, ca, reason) => {
    receiver = await listen(files());
    forwarder = syslogForwarder({
      receiver: { host: '127.0.0.1', port: receiver.port, authorities: ca && [authorities] },
      origin: { host: 'host', processId: 7 },
      clock,
      random: () => 0,
      log,
    });
    send(entry('secret'));
    await expect.poll(() => log.lines.join()).toMatch(reason);
    expect(receiver.messages).toEqual([]);
  });

  it('keeps a limited number of entries for a receiver that is away, and reports how many were lost', async () => {
    receiver = await listen(trusted);
    const { port } = receiver;
    await receiver.close();
    open(port, authorities, 100);
    await expect.poll(() => log.lines.join()).toContain("can't be forwarded");
    send(...Array.from({ length: 36_000 }, (_, at) => entry(String(at))));
    expect(log.lines.filter((line) => line.includes('some are lost'))).toHaveLength(1);
    receiver = await listen(trusted, port);
    await clock.advance(1_000);
    await expect.poll(() => arrived().length).toBe(100);
    expect(log.lines.at(-1)).toContain('were not forwarded: too many were waiting {"count":35900}');
  });

  it('does not wait for a receiver that reads nothing', async () => {
    receiver = await listen(trusted, 0, (socket) => socket.pause());
    open(receiver.port, authorities, 5_000);
    await expect.poll(() => log.lines.join()).toContain('the audit log is forwarded');
    for (let turn = 0; turn < 20; turn += 1) {
      send(...Array.from({ length: 2_000 }, () => entry('x'.repeat(900))));
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(log.lines.join()).toContain('some are lost');
    const closed = forwarder?.close();
    await clock.advance(500);
    await closed;
    forwarder = undefined;
    expect(log.lines.join()).toMatch(/were not forwarded before the end \{"count":\d{4,}\}/);
  });
});
