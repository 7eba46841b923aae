// A simulated Ember+ provider: its parameters and crosspoints are simulated signal lines.
import { createServer, type Socket } from 'node:net';
import type { OpenFace, FaceOptions, WireFace } from '../wire-face.js';
import { ProviderClient } from './provider-client.js';
import { descendants, treeOf, type TreeElement } from './tree.js';

class EmberFace implements WireFace {
  readonly #root: TreeElement;
  readonly #clients = new Set<ProviderClient>();
  readonly #server = createServer({ noDelay: true }, (socket) => {
    this.#accept(socket);
  });
  readonly #unsubscribe: () => void;

  constructor(private readonly options: FaceOptions) {
    this.#root = treeOf(options.attachments.lines);
    this.#unsubscribe = options.devices.signalLines.watch((signal) => {
      this.#follow(signal);
    });
  }

  listen(port: number, host: string): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject).listen(port, host, () => {
        resolve((this.#server.address() as { readonly port: number }).port);
      });
    });
  }

  close(): Promise<void> {
    this.#unsubscribe();
    this.#hangUp();
    return new Promise((resolve) => {
      this.#server.close(() => {
        resolve();
      });
    });
  }

  /** Whether no line of the provider is offline. */
  get #isReachable(): boolean {
    const { connected } = this.options.devices.signalLines;
    return [...this.options.attachments.lines.keys()].every((signal) => connected(signal));
  }

  #follow(signal: string): void {
    if (!this.#isReachable) this.#hangUp();
    const isOf = ({ parameter, crosspoints }: TreeElement): boolean =>
      parameter?.signal === signal || crosspoints.some((crosspoint) => crosspoint.signal === signal);
    for (const element of descendants(this.#root).filter(isOf))
      for (const client of this.#clients) client.report(element);
  }

  #hangUp(): void {
    for (const client of this.#clients) client.hangUp();
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
