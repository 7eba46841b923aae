// A consumer that is connected to the simulated provider: its requests are answered one after the other.
import { Buffer } from 'node:buffer';
import type { Socket } from 'node:net';
import * as E from 'fp-ts/lib/Either.js';
import type { SignalLines } from '../../application/ports/signal-lines.js';
import { change, directory, properties } from './messages.js';
import { requestsIn, type ConsumerRequest, type TakeRequest } from './requests.js';
import { keepAliveAnswer, takeFrames, type S101Frame } from './s101.js';
import { find, type TreeElement } from './tree.js';
import type { Value } from './values.js';

/** The operations of a take besides the absolute one. */
const operations = { connect: 1, disconnect: 2 } as const;

/** A connected consumer. */
export class ProviderClient {
  /** The elements whose changes the consumer has asked for, by asking for their directory or for themselves. */
  readonly #watched = new Set<TreeElement>();
  #rest: Buffer = Buffer.alloc(0);
  #answered = Promise.resolve();

  constructor(
    private readonly socket: Socket,
    private readonly root: TreeElement,
    private readonly lines: SignalLines,
  ) {
    socket.on('data', (chunk) => {
      this.#receive(chunk);
    });
  }

  /** Reports a change of an element, if the consumer has asked for it. */
  report(element: TreeElement): void {
    if (this.#watched.has(element)) this.#send(change(element, this.lines));
  }

  hangUp(): void {
    this.socket.destroy();
  }

  #receive(chunk: Buffer): void {
    const taken = takeFrames(Buffer.concat([this.#rest, chunk]));
    if (taken === undefined) {
      this.hangUp();
      return;
    }
    this.#rest = taken.rest;
    for (const frame of taken.frames) this.#queue(frame);
  }

  #queue({ command, payload }: S101Frame): void {
    if (command === 'keep-alive-request')
      this.#then(() => {
        this.#send(keepAliveAnswer);
      });
    if (command !== 'ember') return;
    const requests = E.tryCatch(() => requestsIn(payload), E.toError);
    if (E.isLeft(requests)) this.hangUp();
    else for (const request of requests.right) this.#then(() => this.#answer(request));
  }

  /** Does something after all that was requested before: a device that is stuck answers nothing. */
  #then(act: () => unknown): void {
    this.#answered = this.#answered.then(async () => {
      await act();
    });
  }

  async #answer(request: ConsumerRequest): Promise<void> {
    const element = find(this.root, request.path);
    if (element === undefined) return;
    if (request.type === 'directory') this.#show(element);
    else {
      if (request.type === 'set') await this.#set(element, request.value);
      else for (const take of request.takes) await this.#take(element, take);
      this.#send(change(element, this.lines));
    }
  }

  #show(element: TreeElement): void {
    for (const watched of [element, ...element.children]) this.#watched.add(watched);
    const isNode = element.parameter === undefined && element.crosspoints.length === 0;
    this.#send(isNode ? directory(element, this.lines) : properties(element, this.lines));
  }

  async #set({ parameter }: TreeElement, value: Value | undefined): Promise<void> {
    if (parameter === undefined || (value !== parameter.on && value !== parameter.off)) return;
    await this.#switch(parameter.signal, (value === parameter.on) !== parameter.isInverted);
  }

  async #take({ crosspoints }: TreeElement, { target, sources, operation }: TakeRequest): Promise<void> {
    for (const crosspoint of crosspoints.filter((one) => one.target === target)) {
      const { signal, source, isInverted } = crosspoint;
      const isNamed = sources.includes(source);
      const isConnected = operation === operations.disconnect ? !isNamed : isNamed;
      const isMeant = isNamed || (operation !== operations.connect && operation !== operations.disconnect);
      if (isMeant) await this.#switch(signal, isConnected !== isInverted);
    }
  }

  async #switch(signal: string, on: boolean): Promise<void> {
    const sent = this.lines.send({ do: 'switch', signal, on });
    if (E.isRight(sent)) await sent.right.confirmed;
  }

  #send(bytes: Buffer): void {
    if (!this.socket.destroyed) this.socket.write(bytes);
  }
}
