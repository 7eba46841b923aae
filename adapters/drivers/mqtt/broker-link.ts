// The connection to a broker. Each has a client of its own, so that no client ever sends what was left over from an earlier one.
import type { IClientOptions, ISubscriptionGrant, MqttClient } from 'mqtt';
import { steadyMs } from '../../../application/ports/clock.js';
import type { ConnectionDeps, LinkDeps } from '../../../application/connections/connection-driver.js';
import { ConnectionLog } from '../../../application/connections/connection-log.js';
import { ReceiveBudget } from '../../../application/connections/receive-budget.js';
import { RetryPause } from '../../../application/connections/retry-pause.js';
import type { PacedSocket } from '../shared/paced-socket.js';
import { portOf } from '../../../domain/studio/broker.js';
import { brokerSocket, type BrokerAddress } from './broker-socket.js';
import type { Message } from './line-topics.js';
import { maxPacketLength } from './packet-lengths.js';
import { clientTimers } from './client-timers.js';
import { codeOf, isRefusal, refusalOf, refusedTopics, sessionTakenOver } from './reason-codes.js';
import { FlowControl } from './flow-control.js';
import { refuseHigherQos, refuseWithoutId, subscribedQos, type SubscriptionOptions } from './refused-packets.js';
import type { BrokerSettings } from './settings.js';

/** How long an attempt may take: until the TCP connection exists, and until the broker admits the service. Milliseconds. */
const connectMs = 1_000;
const admissionMs = 5_000;

/** The shortest pause between two attempts, in milliseconds. */
const pauseMs = 20;

/** The pause after the broker has refused the user or the password. A file may be corrected meanwhile. Milliseconds. */
const refusedPauseMs = 5_000;

/** The broker is asked whether it is still there after this time without a packet. Seconds. */
const keepaliveS = 5;

/** How long a broker keeps a command for a device that is away: no longer than callers wait by default. Seconds. */
const expiryS = 2;

/** How long a closed connection may take to send what is left. Milliseconds. */
const closingMs = 1_000;

/** Reacts to the connection. */
export interface BrokerLinkEvents {
  /** The broker has admitted the service: topics can be subscribed. */
  readonly opened: () => void;
  readonly lost: () => void;
  readonly message: (topic: string, payload: string, isRetained: boolean) => void;
}

/** An admission that ends within this time is brief, in milliseconds. So many in succession are suspicious. */
const briefMs = 5_000;
const suspiciousBriefs = 3;

/** Receives the broker's reply to a command: undefined if it accepts it, or why it doesn't. */
export type BrokerReply = (refusal: string | undefined) => void;

/** A connection to a broker that is opened again whenever it is lost. Logs once when it is lost, and once when it is back. */
export class BrokerLink {
  #client: MqttClient | undefined;
  #flow = new FlowControl();
  /** The reason code of the last acknowledgement. The library doesn't pass on those of commands that succeeded. */
  #lastCode: number | undefined;
  #isOpen = false;
  #isClosed = false;
  #admittedAtMs = 0;
  /** How many admissions in succession were brief. */
  #briefs = 0;
  readonly #log: ConnectionLog;
  readonly #budget: ReceiveBudget;
  readonly #pause: RetryPause;
  #cancelTimer: () => void = () => undefined;

  constructor(
    private readonly settings: BrokerSettings,
    private readonly clientId: string,
    private readonly deps: LinkDeps & Pick<ConnectionDeps, 'readSecret'>,
    private readonly events: BrokerLinkEvents,
  ) {
    this.#log = new ConnectionLog(deps, { host: settings.host, port: portOf(settings) });
    this.#budget = new ReceiveBudget(deps);
    this.#pause = new RetryPause(this.#budget);
    this.#dial();
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Sends a command as soon as the broker can receive it. `reply` is not called if the connection is lost first. */
  send(message: Message, isWanted: () => boolean, reply: BrokerReply): void {
    this.#flow.send({
      isWanted,
      start: (done) => {
        this.#publish(message, (error, code) => {
          done();
          // A state is also right if nobody has subscribed to it.
          reply(refusalOf(error, message.isRetained ? undefined : code, message.topic));
        });
      },
    });
  }

  /** Asks a device. Whether it is there shows when it replies. */
  ask({ topic, payload }: Message): void {
    this.#client?.publish(topic, payload, { qos: 0 });
  }

  /** Subscribes. `done` receives the topics that the broker refused; it is not called if the connection is lost first. */
  subscribe(
    topics: readonly string[],
    done: (refused: readonly string[]) => void,
    options: SubscriptionOptions = { qos: subscribedQos },
  ): void {
    const client = this.#client;
    const granted = (error: Error | null, _subscriptions?: ISubscriptionGrant[], packet?: { granted?: unknown }) => {
      if (client !== this.#client || !this.#isOpen) return;
      const codes = Array.isArray(packet?.granted) ? (packet.granted as readonly unknown[]) : undefined;
      done(error === null ? [] : refusedTopics(topics, codes));
    };
    if (topics.length === 0) done([]);
    else client?.subscribe([...topics], options, granted);
  }

  unsubscribe(topics: readonly string[]): void {
    if (topics.length > 0) this.#client?.unsubscribe([...topics]);
  }

  /** Closes the connection for good. Resolves once the broker has been sent what ends it, within a second. */
  close(): Promise<void> {
    const wasOpen = this.#isOpen;
    this.#isClosed = true;
    this.#cancelTimer();
    this.#budget.close();
    this.#lose();
    if (this.#client !== undefined && wasOpen) return this.#leave(this.#client);
    this.#client?.end(true);
    return Promise.resolve();
  }

  #publish(
    { topic, payload, isRetained = false }: Message,
    acknowledged: (error: string | undefined, code: number | undefined) => void,
  ): void {
    const client = this.#client;
    const lasting = isRetained ? { retain: true } : { properties: { messageExpiryInterval: expiryS } };
    client?.publish(topic, payload, { qos: 1, ...lasting }, (error) => {
      if (client !== this.#client || !this.#isOpen) return;
      const code = error ? codeOf(error, 'code') : this.#lastCode;
      // An error without a code is a lost connection, which fails all commands at once.
      if (!error || code !== undefined) acknowledged(error?.message, code);
    });
  }

  #leave(client: MqttClient): Promise<void> {
    const { statusTopic } = this.settings;
    if (statusTopic !== undefined) client.publish(statusTopic, 'offline', { retain: true });
    client.end(this.#flow.isWaiting);
    const cancel = this.deps.clock.after(closingMs, () => client.stream.destroy());
    return new Promise((resolve) => {
      client.once('close', () => {
        cancel();
        resolve();
      });
    });
  }

  #dial(): void {
    const startedAtMs = steadyMs(this.deps.clock);
    const retry = (reason: string, code?: number): void => {
      this.#missed(reason);
      const elapsedMs = steadyMs(this.deps.clock) - startedAtMs;
      const isLasting = isRefusal(code) || code === sessionTakenOver;
      const delayMs = Math.max(this.#pause.ms, isLasting ? refusedPauseMs : 0) - elapsedMs;
      if (this.#isClosed) return;
      this.#cancelTimer = this.deps.clock.after(Math.max(pauseMs, delayMs), () => {
        this.#dial();
      });
    };
    this.#open(retry).catch((error: unknown) => {
      retry(error instanceof Error ? error.message : String(error));
    });
  }

  async #open(ended: (reason: string, code?: number) => void): Promise<void> {
    const { tls, host, username, passwordFile } = this.settings;
    const ca = tls?.caFile === undefined ? undefined : await this.deps.readSecret(tls.caFile);
    const password = passwordFile === undefined ? undefined : await this.deps.readSecret(passwordFile);
    // Loaded here, so that services without a broker don't load it.
    const { MqttClient: Client } = await import('mqtt');
    if (this.#isClosed) return;
    const address = { host, port: portOf(this.settings), tls: tls && { ca } };
    const options = this.#options({
      ...(username !== undefined && { username }),
      ...(password !== undefined && { password }),
    });
    const client = new Client(() => this.#socket(address), options);
    this.#client = client;
    let reason = 'the broker closed the connection';
    let code: number | undefined;
    client.on('connect', ({ properties }) => {
      // The library may report an admission after the end of its connection, if nonsense follows it at once.
      if (client.stream.destroyed) return;
      if (properties?.receiveMaximum === 0) {
        reason = 'the broker receives no commands (receive maximum 0)';
        client.stream.destroy();
        return;
      }
      this.#flow = new FlowControl(properties?.receiveMaximum);
      this.#admitted();
    });
    this.#followPackets(client, (taken) => {
      [reason, code] = [taken, sessionTakenOver];
    });
    client.on('message', (topic, payload, { retain }) => {
      if (client === this.#client && this.#isOpen) this.events.message(topic, payload.toString('utf8'), retain);
    });
    client.on('error', (error) => {
      reason = error.message === '' ? error.name : error.message;
      code = codeOf(error, 'code');
      client.stream.destroy();
    });
    client.stream.on('error', (error: Error) => (reason = error.message));
    client.on('close', () => {
      this.#cancelTimer();
      const wasOpen = this.#isOpen;
      this.#lose();
      ended(wasOpen && code === undefined ? reason + this.#hint() : reason, code);
    });
  }

  /** Notes what the library doesn't pass on. `taken` receives the reason when another client has taken the client id. */
  #followPackets(client: MqttClient, taken: (reason: string) => void): void {
    client.on('packetreceive', (packet) => {
      refuseWithoutId(packet, client.stream);
      refuseHigherQos(packet, client.stream);
      if (packet.cmd === 'puback') this.#lastCode = packet.reasonCode;
      if (packet.cmd !== 'disconnect' || packet.reasonCode !== sessionTakenOver) return;
      taken(`another client of the broker has taken the client id "${this.clientId}"`);
      client.stream.destroy();
    });
  }

  #options(credentials: Pick<IClientOptions, 'username' | 'password'>): IClientOptions {
    const { statusTopic, protocolVersion = 'v5' } = this.settings;
    const isV5 = protocolVersion === 'v5';
    return {
      ...credentials,
      clientId: this.clientId,
      protocolVersion: isV5 ? 5 : 4,
      ...(isV5 && { properties: { maximumPacketSize: maxPacketLength } }),
      ...(statusTopic !== undefined && {
        will: { topic: statusTopic, payload: Buffer.from('offline'), qos: 1, retain: true },
      }),
      clean: true,
      keepalive: keepaliveS,
      timerVariant: clientTimers(this.deps.clock),
      // This class reconnects, with a new client.
      reconnectPeriod: 0,
      resubscribe: false,
      queueQoSZero: false,
      // The library's cache of 65,536 numbers takes 15 MB.
      writeCache: false,
      connectTimeout: 2 ** 31 - 1,
    };
  }

  #socket(address: BrokerAddress): PacedSocket {
    const socket = brokerSocket(address, this.#budget, this.deps.wire);
    const giveUp = (ms: number) =>
      this.deps.clock.after(ms, () => socket.destroy(new Error('the broker does not answer')));
    this.#cancelTimer = giveUp(connectMs);
    socket.once('connect', () => {
      this.#cancelTimer();
      this.#pause.accepted();
      this.#cancelTimer = giveUp(admissionMs);
    });
    return socket;
  }

  #admitted(): void {
    this.#cancelTimer();
    this.#isOpen = true;
    this.#admittedAtMs = steadyMs(this.deps.clock);
    this.#pause.spoke();
    this.#log.back();
    const { statusTopic } = this.settings;
    if (statusTopic !== undefined) this.#client?.publish(statusTopic, 'online', { retain: true });
    this.events.opened();
  }

  #missed(reason: string): void {
    if (!this.#isClosed) this.#log.lost(reason);
  }

  /** Brokers of MQTT 3.1.1 close the connection without a word when another client has the same id. */
  #hint(): string {
    return this.#briefs < suspiciousBriefs
      ? ''
      : `, again and again after it has admitted the service: another client may have the client id "${this.clientId}"`;
  }

  #lose(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#briefs = steadyMs(this.deps.clock) - this.#admittedAtMs < briefMs ? this.#briefs + 1 : 0;
    this.events.lost();
  }
}
