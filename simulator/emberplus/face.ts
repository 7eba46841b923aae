// A simulated Ember+ provider: its parameters and crosspoints are simulated signal lines.
import { createServer, type Socket } from 'node:net';
import { TcpListener } from '../tcp-listener.js';
import type { OpenFace, FaceOptions, WireFace } from '../wire-face.js';
import { ProviderClient } from './provider-client.js';
import { descendants, treeOf, type TreeElement } from './tree.js';

class EmberFace implements WireFace {
  readonly #root: TreeElement;
  readonly #clients = new Set<ProviderClient>();
  readonly #listener = new TcpListener(() =>
    createServer({ noDelay: true }, (socket) => {
      this.#accept(socket);
    }),
  );
  readonly #unsubscribe: () => void;

  constructor(private readonly options: FaceOptions) {
    this.#root = treeOf(options.attachments.lines);
    this.#unsubscribe = options.devices.signalLines.watch((signal) => {
      this.#follow(signal);
    });
  }

  listen(port: number, host: string): Promise<number> {
    return this.#listener.listen(port, host);
  }

  close(): Promise<void> {
    this.#unsubscribe();
    return this.#listener.hangUp();
  }

  /** Whether no line of the provider is offline. */
  get #isReachable(): boolean {
    const { connected } = this.options.devices.signalLines;
    return [...this.options.attachments.lines.keys()].every((signal) => connected(signal));
  }

  #follow(signal: string): void {
    if (!this.#isReachable) this.#listener.disconnect();
    const isOf = ({ parameter, crosspoints }: TreeElement): boolean =>
      parameter?.signal === signal || crosspoints.some((crosspoint) => crosspoint.signal === signal);
    for (const element of descendants(this.#root).filter(isOf))
      for (const client of this.#clients) client.report(element);
  }

  #accept(socket: Socket): void {
    const client = new ProviderClient(socket, this.#root, this.options.devices.signalLines);
    if (!this.#isReachable) client.hangUp();
    this.#clients.add(client);
    socket.once('close', () => this.#clients.delete(client));
  }
}

/** Creates a simulated Ember+ provider. */
export const emberplusFace: OpenFace = (options) => new EmberFace(options);
