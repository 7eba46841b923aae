// A mixer that sends its tallies by TSL UMD: signals that are only read.
import * as E from 'fp-ts/lib/Either.js';
import {
  connectionDriver,
  type Attachments,
  type ConnectedLines,
  type ConnectionDeps,
} from '../../../application/connections/connection-driver.js';
import { ConnectionLog } from '../../../application/connections/connection-log.js';
import { datagramLimits, ReceiveBudget, streamLimits } from '../../../application/connections/receive-budget.js';
import { isEqual } from '../../../domain/codec/equality.js';
import { notConnected, onlyReported } from '../shared/lines.js';
import { Message31Reader, readDatagram31 } from './message31-reader.js';
import { PacketReader, readDatagram } from './packet-reader.js';
import { listenAt } from './ports.js';
import { MixerStreams } from './streams.js';
import { valueOf, type ReceivedDisplay } from './received.js';
import { defaultTransport, defaultVersion, lineIssues, TslLine, TslSettings } from './settings.js';

type Lines = Attachments<TslLine, never, never>['lines'];

/** Delay before a port that can't be opened is tried again, in milliseconds. */
const retryDelayMs = 500;

/** How long nothing may arrive at the start before that is logged, in milliseconds. */
const noticeAfterMs = 5_000;

/** How many displays are remembered, whether a line has them or not. */
const maxKept = 4_096;

/** How the versions are read. */
const versions = {
  '3.1': { datagram: readDatagram31, Reader: Message31Reader, other: { name: '5.0', datagram: readDatagram } },
  '5.0': { datagram: readDatagram, Reader: PacketReader, other: { name: '3.1', datagram: readDatagram31 } },
} as const;

const never = (): void => undefined;

/** The signals of one mixer. It is connected from its first packet on. */
class Mixer {
  readonly #settings: Required<Pick<TslSettings, 'port' | 'transport' | 'version'>> & TslSettings;
  readonly #log: ConnectionLog;
  readonly #budget: ReceiveBudget;
  readonly #streams: MixerStreams;
  readonly #values = new Map<string, boolean>();
  /** What each display was sent at last, the newest at the end: for lines that a reload adds. */
  readonly #sent = new Map<string, ReceivedDisplay>();
  #lines: Lines = new Map();
  #stranger: string | undefined;
  #isConnected = false;
  #isClosed = false;
  #leave = never;
  #cancelTimer = never;

  constructor(
    settings: TslSettings,
    private readonly deps: ConnectionDeps,
  ) {
    this.#settings = { transport: defaultTransport, version: defaultVersion, ...settings };
    const { port, transport, sender = 'any' } = this.#settings;
    this.#log = new ConnectionLog(deps, { host: sender, port });
    this.#budget = new ReceiveBudget(deps, transport === 'udp' ? datagramLimits : streamLimits);
    this.#streams = new MixerStreams(this.#budget, deps.wire, {
      opened: (spoke) => this.#reader(spoke),
      spoke: () => {
        this.#forget();
      },
      rejected: (bytes, reason) => {
        this.#reject(bytes, reason);
      },
      lost: (reason) => {
        this.#lose(reason);
      },
    });
    this.#listen();
  }

  readonly lines: ConnectedLines = {
    send: ({ signal }) =>
      this.#isConnected && this.#lines.has(signal)
        ? E.left(onlyReported(signal))
        : notConnected('signal', signal, this.deps.id),
    refusal: ({ signal }) => (this.#isConnected && this.#lines.has(signal) ? onlyReported(signal) : undefined),
    value: (signal) => this.#values.get(signal) ?? null,
    connected: (signal) => this.#isConnected && this.#lines.has(signal),
  };

  follow(lines: Lines): void {
    const added = [...lines].filter(([signal, line]) => !isEqual(line, this.#lines.get(signal)));
    for (const signal of [...this.#lines.keys(), ...added.map(([id]) => id)])
      if (!isEqual(this.#lines.get(signal), lines.get(signal))) this.#values.delete(signal);
    this.#lines = lines;
    for (const display of this.#sent.values()) this.#show(display, added);
  }

  close(): void {
    this.#isClosed = true;
    this.#cancelTimer();
    this.#leave();
    this.#budget.close();
    this.#streams.close();
    this.#setConnected(false);
  }

  #listen(): void {
    const { transport, port, sender } = this.#settings;
    this.#leave = listenAt(transport, port, {
      sender,
      opened: () => {
        this.#after(noticeAfterMs, () => {
          this.#log.lost(this.#whyNothing());
        });
      },
      failed: (reason) => {
        this.#lose(reason);
        this.#after(retryDelayMs, () => {
          this.#leave();
          this.#listen();
        });
      },
      datagram: (bytes) => {
        this.#receiveDatagram(bytes);
      },
      stream: (socket) => {
        this.#streams.accept(socket);
      },
      stranger: (address) => {
        this.#stranger = address;
      },
    });
  }

  #whyNothing(): string {
    const { transport, port, sender } = this.#settings;
    const from = sender === undefined ? '' : ` from ${sender}`;
    const but = this.#stranger === undefined ? '' : `, but something from ${this.#stranger}`;
    return `no tally has arrived${from} at ${transport.toUpperCase()} port ${String(port)}${but}`;
  }

  #after(ms: number, run: () => void): void {
    this.#cancelTimer();
    if (!this.#isClosed) this.#cancelTimer = this.deps.clock.after(ms, run);
  }

  #reader(spoke: () => void): Message31Reader | PacketReader {
    const { Reader } = versions[this.#settings.version];
    return new Reader((displays: readonly ReceivedDisplay[]) => {
      this.#budget.takeMessage();
      spoke();
      this.#receive(displays);
    });
  }

  #receiveDatagram(bytes: Buffer): void {
    if (!this.#budget.takeMessage(bytes.length)) {
      // What is not read may be another tally.
      this.#lose(this.#budget.reason);
      return;
    }
    this.deps.wire?.note('received', bytes);
    const displays = versions[this.#settings.version].datagram(bytes);
    if (typeof displays === 'string') this.#reject(bytes, displays);
    else {
      for (let further = 1; further < displays.length; further += 1) this.#budget.takeMessage();
      this.#receive(displays);
    }
  }

  /** What a connected mixer sends besides is ignored. */
  #reject(bytes: Buffer, reason: string): void {
    const { other } = versions[this.#settings.version];
    const isOther = typeof other.datagram(bytes) !== 'string';
    if (!this.#isConnected) this.#log.lost(isOther ? `it sends TSL UMD ${other.name}: change the version` : reason);
  }

  #receive(displays: readonly ReceivedDisplay[]): void {
    if (this.#isClosed) return;
    this.#log.back();
    const { transport, silentAfterMs } = this.#settings;
    this.#cancelTimer();
    if (transport === 'udp' && silentAfterMs !== undefined)
      this.#after(silentAfterMs, () => {
        this.#lose(`it has sent nothing for ${String(silentAfterMs)} ms`);
      });
    // What was known before a loss is not what the mixer shows now.
    if (!this.#isConnected) this.#forget();
    for (const display of displays) {
      this.#keep(display);
      this.#show(display, this.#lines);
    }
    this.#setConnected(true);
  }

  #forget(): void {
    this.#values.clear();
    this.#sent.clear();
  }

  #keep(display: ReceivedDisplay): void {
    const key = `${'screen' in display ? String(display.screen) : ''} ${String(display.display)}`;
    this.#sent.delete(key);
    this.#sent.set(key, display);
    const [oldest = key] = this.#sent.keys();
    if (this.#sent.size > maxKept) this.#sent.delete(oldest);
  }

  #show(display: ReceivedDisplay, lines: Iterable<readonly [string, TslLine]>): void {
    for (const [signal, line] of lines) {
      const value = valueOf(line, display);
      if (value === undefined || value === this.#values.get(signal)) continue;
      this.#values.set(signal, value);
      if (this.#isConnected) this.deps.changed(signal);
    }
  }

  #lose(reason: string): void {
    if (this.#isClosed) return;
    this.#log.lost(reason);
    this.#setConnected(false);
  }

  #setConnected(isConnected: boolean): void {
    if (this.#isConnected === isConnected) return;
    this.#isConnected = isConnected;
    for (const signal of this.#lines.keys()) this.deps.changed(signal);
  }
}

/** TSL UMD: the tallies of mixers as signals. */
export const tsl = connectionDriver<TslSettings, TslLine>({
  grade: 'basic',
  isQuotable: true,
  settings: TslSettings,
  line: TslLine,
  lineIssues,
  open: (settings, { lines }, deps) => {
    const mixer = new Mixer(settings, deps);
    mixer.follow(lines);
    return {
      lines: mixer.lines,
      follow: (attachments) => {
        mixer.follow(attachments.lines);
      },
      close: () => {
        mixer.close();
      },
    };
  },
});
