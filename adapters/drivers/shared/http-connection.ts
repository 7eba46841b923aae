// The connection to an HTTP server: kept from one question to the next, and another one for each command. A command is never
// sent twice, as it would be on a kept connection that the device closes meanwhile.
import { Agent as SecureAgent } from 'node:https';
import * as E from 'fp-ts/lib/Either.js';
import type { Wire } from '../../../application/ports/wire.js';
import { steadyMs, type Clock } from '../../../application/ports/clock.js';
import {
  exchange,
  type Exchange,
  type ExchangeLimits,
  type ExchangeOptions,
  type ExchangeResult,
  type ExchangeRequest,
  type HttpTarget,
} from './http-exchange.js';
import { basicOf, HttpAuthentication } from './http-authentication.js';
import { Agent } from './node-http.js';

const keeping = { keepAlive: true, maxSockets: 1 } as const;

/** An agent of one device: it needs no names to distinguish connections, which Node writes for each request otherwise. */
class DeviceAgent extends Agent {
  override getName(): string {
    return '';
  }
}

class SecureDeviceAgent extends SecureAgent {
  override getName(): string {
    return '';
  }
}

export interface HttpConnectionDeps {
  readonly clock: Clock;
  readonly wire?: Wire;
  /** Returns what is random in the answers of HTTP Digest. */
  readonly clientNonce?: () => string;
  /** Whether the first request proves the user by Basic before the device asks. Default: it does. */
  readonly isBasicUnasked?: boolean;
}

/** A connection that carries one request at a time. */
export class HttpConnection {
  readonly #agent: DeviceAgent | SecureDeviceAgent;
  readonly #authentication: HttpAuthentication;

  constructor(
    private readonly target: HttpTarget,
    private readonly deps: HttpConnectionDeps,
  ) {
    this.#agent = target.tls ? new SecureDeviceAgent(keeping) : new DeviceAgent(keeping);
    this.#authentication = new HttpAuthentication(target.credentials, deps.clientNonce, deps.isBasicUnasked);
    if (target.credentials !== undefined) deps.wire?.hide(basicOf(target.credentials));
  }

  /** Sends a question. If the kept connection fails (`isStale`), the next request opens another one. */
  ask(request: ExchangeRequest, limits: ExchangeLimits, onEnd: (result: ExchangeResult) => void): Exchange {
    const { clock } = this.deps;
    const askedAtMs = steadyMs(clock);
    return this.#send(request, { ...this.deps, limits, agent: this.#agent }, (result) => {
      // A device that takes long would be asked twice on a kept connection, which then looks like a dead one.
      if (E.isLeft(result) || steadyMs(clock) - askedAtMs >= limits.connectMs) this.close();
      onEnd(result);
    });
  }

  /**
   * Sends a command, on a connection of its own. Many devices accept only one, so the kept one is closed before. `clock`
   * measures the limits.
   */
  command(
    request: ExchangeRequest,
    limits: ExchangeLimits,
    onEnd: (result: ExchangeResult) => void,
    clock = this.deps.clock,
  ): Exchange {
    this.close();
    return this.#send(request, { ...this.deps, clock, limits, agent: undefined }, onEnd);
  }

  /** Closes the kept connection. */
  close(): void {
    this.#agent.destroy();
  }

  /**
   * Sends a request, and once more if it has to be authorized otherwise: a device executes nothing that it answers with 401. A device that
   * takes long to refuse it is not asked again: the caller may have been answered.
   */
  #send(request: ExchangeRequest, options: ExchangeOptions, onEnd: (result: ExchangeResult) => void): Exchange {
    let cancel: () => void = () => undefined;
    const startedAtMs = steadyMs(options.clock);
    const isLate = (): boolean => steadyMs(options.clock) - startedAtMs >= options.limits.connectMs;
    const send = (attempt: number): void => {
      const authorization = this.#authentication.next(request);
      const sent = exchange(this.target, request, { ...options, authorization }, (result) => {
        const challenge = E.isRight(result) ? result.right.challenge : undefined;
        if (challenge === undefined) this.#authentication.accepted();
        if (challenge === undefined || !this.#authentication.refused(challenge, attempt) || isLate()) {
          onEnd(result);
          return;
        }
        // A device may end its connection with a refusal. On that one, the next attempt would look like one that has to be repeated.
        this.close();
        send(attempt + 1);
      });
      ({ cancel } = sent);
    };
    send(1);
    return {
      cancel: () => {
        cancel();
      },
    };
  }
}
