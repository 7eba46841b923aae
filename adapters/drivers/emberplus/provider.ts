// An Ember+ provider: the connection, the lines that use it, and the reports that concern them.
import type { Buffer } from 'node:buffer';
import * as E from 'fp-ts/lib/Either.js';
import type {
  Attachments,
  ConnectedLines,
  ConnectionDeps,
} from '../../../application/connections/connection-driver.js';
import { isEqual } from '../../../domain/codec/equality.js';
import { notConnected } from '../shared/lines.js';
import { studioFileChanged } from '../shared/pending-commands.js';
import type { PacedSocket } from '../shared/paced-socket.js';
import { TcpLink } from '../shared/tcp-link.js';
import { elementsIn, type GlowElement } from './elements.js';
import { KeepAlive } from './keep-alive.js';
import { ProviderLine } from './line.js';
import { LineIndex } from './line-index.js';
import { directoryOf, rootDirectory } from './requests.js';
import { keepAliveResponse, S101Reader } from './s101.js';
import { defaultPort, type EmberLine, type EmberSettings } from './settings.js';

type Lines = Attachments<EmberLine, never, never>['lines'];

/** How often elements that were not found are searched again, in milliseconds. */
const searchAgainMs = 5_000;

/** The lines of one provider. */
export class Provider {
  readonly #link: TcpLink;
  readonly #keepAlive: KeepAlive;
  readonly #index = new LineIndex();
  readonly #lines = new Map<string, ProviderLine>();
  /** The directories that were asked for since the last search began. */
  readonly #asked = new Set<string>();
  /** Why each line isn't connected, as the log has it. */
  readonly #logged = new Map<string, string>();
  #socket: PacedSocket | undefined;
  #cancelSearch: () => void = () => undefined;

  constructor(
    { host, port = defaultPort }: EmberSettings,
    private readonly deps: ConnectionDeps,
  ) {
    this.#keepAlive = new KeepAlive(deps.clock, {
      send: (request) => {
        this.#send(request);
      },
      drop: (reason) => {
        this.#link.drop(reason);
      },
    });
    this.#link = new TcpLink({ host, port }, deps, {
      connected: (socket) => {
        this.#open(socket);
      },
      lost: () => {
        this.#lose();
      },
    });
  }

  readonly lines: ConnectedLines = {
    send: ({ signal, on }) => {
      const line = this.#socket === undefined ? undefined : this.#lines.get(signal);
      return line?.switch(on) ?? notConnected('signal', signal, this.deps.id);
    },
    refusal: ({ signal }) => this.#lines.get(signal)?.refusal,
    value: (signal) => this.#lines.get(signal)?.value ?? null,
    connected: (signal) => this.#lines.get(signal)?.isConnected ?? false,
  };

  /** Serves other lines from now on. */
  follow(lines: Lines): void {
    for (const [signal, line] of [...this.#lines])
      if (!isEqual(line.settings, lines.get(signal))) this.#remove(signal, line);
    const added = [...lines].filter(([signal]) => !this.#lines.has(signal));
    this.#asked.clear();
    for (const [signal, settings] of added) {
      const line = this.#lineOf(signal, settings);
      this.#lines.set(signal, line);
      if (this.#socket !== undefined) this.#begin(line);
    }
  }

  close(): void {
    this.#link.close();
  }

  #lineOf(signal: string, settings: EmberLine): ProviderLine {
    return new ProviderLine(signal, settings, {
      clock: this.deps.clock,
      send: (request) => {
        this.#send(request);
      },
      ask: (directory) => {
        this.#ask(directory);
      },
      changed: () => {
        this.deps.changed(signal);
      },
    });
  }

  #remove(signal: string, line: ProviderLine): void {
    this.#lines.delete(signal);
    this.#logged.delete(signal);
    this.#index.remove(line);
    line.end(studioFileChanged);
  }

  #open(socket: PacedSocket): void {
    this.#socket = socket;
    const reader = new S101Reader({
      payload: (payload) => {
        this.#receive(payload);
      },
      keepAliveRequest: () => {
        this.#noteMessage();
        this.#send(keepAliveResponse);
      },
      keepAliveResponse: () => {
        this.#noteMessage();
      },
    });
    socket.on('data', (chunk: Buffer) => {
      const fault = socket === this.#socket ? reader.read(chunk) : undefined;
      if (fault !== undefined) this.#drop(fault);
    });
    this.#keepAlive.start();
    this.#asked.clear();
    for (const line of this.#lines.values()) this.#begin(line);
    this.#searchLater();
  }

  #begin(line: ProviderLine): void {
    line.begin();
    this.#index.place(line);
  }

  #ask(directory: GlowElement | undefined): void {
    const path = directory?.path ?? '';
    if (this.#asked.has(path)) return;
    this.#asked.add(path);
    this.#send(directory === undefined ? rootDirectory() : directoryOf(directory));
  }

  #send(request: Buffer): void {
    const socket = this.#socket;
    if (socket === undefined) return;
    socket.write(request);
    if (socket.destroyed) this.#drop('the provider takes no requests');
    else this.#keepAlive.sent();
  }

  #noteMessage(): void {
    this.#keepAlive.received();
    this.#link.noteMessage();
  }

  #receive(payload: Buffer): void {
    if (this.#socket === undefined) return;
    this.#noteMessage();
    const elements = elementsIn(payload);
    if (E.isLeft(elements)) this.#drop(`the provider sent malformed data: ${elements.left}`);
    else for (const element of elements.right) this.#report(element);
  }

  #report(element: GlowElement): void {
    for (const line of this.#index.concernedBy(element)) {
      line.take(element);
      this.#index.place(line);
    }
    if (element.isOnline !== undefined) this.#noteOnline(element);
  }

  #noteOnline(element: GlowElement): void {
    const isBack = (line: ProviderLine): boolean => {
      const begins = line.noteOnline(element);
      this.#index.place(line);
      return begins;
    };
    const back = this.#index.within(element).filter(isBack);
    if (back.length > 0) this.#asked.clear();
    for (const line of back) this.#begin(line);
  }

  #searchLater(): void {
    const before = new Map([...this.#lines.values()].map((line) => [line, line.interest]));
    this.#cancelSearch = this.deps.clock.after(searchAgainMs, () => {
      this.#asked.clear();
      for (const [signal, line] of this.#lines) {
        // A search that goes on is left alone: it may take long in a large tree.
        if (!line.isConnected && before.get(line) === line.interest) this.#searchAgain(signal, line);
        if (line.isConnected) this.#logged.delete(signal);
      }
      this.#searchLater();
    });
  }

  #searchAgain(signal: string, line: ProviderLine): void {
    const { reason } = line;
    if (this.#logged.get(signal) !== reason)
      this.deps.log.warn('a signal is not connected', { connection: this.deps.id, signal, reason });
    this.#logged.set(signal, reason);
    this.#begin(line);
  }

  /** Ends a connection that is of no use. What it still contains is not read. */
  #drop(reason: string): void {
    this.#socket = undefined;
    this.#link.drop(reason);
  }

  #lose(): void {
    this.#socket = undefined;
    this.#keepAlive.stop();
    this.#cancelSearch();
    for (const line of this.#lines.values()) {
      line.end();
      this.#index.remove(line);
    }
  }
}
