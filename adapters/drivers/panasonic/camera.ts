// One Panasonic camera: recalls its presets over HTTP, and is notified by the camera when they are completed.
import * as E from 'fp-ts/lib/Either.js';
import type { ConnectionDeps, LinkDeps } from '../../../application/connections/connection-driver.js';
import { ConnectionLog } from '../../../application/connections/connection-log.js';
import { ReceiveBudget } from '../../../application/connections/receive-budget.js';
import { RetryPause } from '../../../application/connections/retry-pause.js';
import type { SendResult } from '../../../application/ports/commands.js';
import type { Position } from '../shared/camera-position.js';
import { readCredentials, type CredentialSettings } from '../shared/http-authentication.js';
import { connectionLost, PendingCommands, type PendingCommand } from '../shared/pending-commands.js';
import { ShownPreset } from '../shared/shown-preset.js';
import { Notifications } from './notifications.js';
import { PacedRequests, type CameraAddress } from './requests.js';

/** Time between two inquiries for the position, in milliseconds. */
const inquiryMs = 1_000;

/** There is one camera, so all its commands are those of one record. */
const camera = 'camera';

const errors: Readonly<Record<string, string>> = {
  '1': 'it does not know the command',
  '2': 'it is busy or in standby',
  '3': 'the preset is outside of its range',
};

const digits = (preset: number): string => String(preset).padStart(2, '0');

const ptz = (command: string): string => `/cgi-bin/aw_ptz?cmd=%23${command}&res=1`;

/** Starts or stops the notifications to a port of the service. */
const subscription = (connect: 'start' | 'stop', port: number): string =>
  `/cgi-bin/event?connect=${connect}&my_port=${String(port)}&uid=0`;

const panTilt = /^aPC([0-9A-F]{4})([0-9A-F]{4})$/i;
const zoom = /^gz([0-9A-F]{3})$/i;

const hex = (text: string | undefined): number => Number.parseInt(text ?? '', 16);

/** Returns the position that two answers state; undefined if the camera reports no pan and tilt. */
const positionOf = (panTiltAnswer: string, zoomAnswer: string): Position | undefined => {
  const [, pan, tilt] = panTilt.exec(panTiltAnswer) ?? [];
  const [, length] = zoom.exec(zoomAnswer) ?? [];
  if (pan === undefined) return undefined;
  return { pan: hex(pan), tilt: hex(tilt), zoom: length === undefined ? undefined : hex(length) };
};

/** Where a camera listens, who controls it, and the port for its notifications. */
interface PanasonicAddress extends CameraAddress, CredentialSettings {
  readonly notificationPort: number;
}

/** A camera, until it is closed. */
export class PanasonicCamera {
  readonly #requests: PacedRequests;
  readonly #notifications: Notifications;
  readonly #budget: ReceiveBudget;
  readonly #pause: RetryPause;
  readonly #shown: ShownPreset;
  readonly #pending = new PendingCommands<number>();
  #isConnected = false;
  readonly #log: ConnectionLog;
  #isClosed = false;
  /** Counts the completions. A position that was asked for before one says nothing about it. */
  #completions = 0;
  /** The port that the camera notifies; undefined before it was asked to. */
  #notifiedPort: number | undefined;
  #unsubscribed = Promise.resolve();
  #cancelTimer: () => void = () => undefined;

  constructor(
    private readonly address: PanasonicAddress,
    private readonly deps: LinkDeps & Pick<ConnectionDeps, 'readSecret'>,
    changed: () => void,
  ) {
    this.#log = new ConnectionLog(deps, address);
    this.#shown = new ShownPreset(changed);
    this.#requests = new PacedRequests(address, deps);
    this.#budget = new ReceiveBudget(deps);
    this.#pause = new RetryPause(this.#budget);
    this.#notifications = new Notifications(
      address.host,
      address.notificationPort,
      { budget: this.#budget, wire: deps.wire },
      (command) => {
        this.#handleNotification(command);
      },
    );
    this.#connect();
  }

  get isConnected(): boolean {
    return this.#isConnected;
  }

  /** The preset that the camera shows; undefined if that isn't known. */
  get preset(): number | undefined {
    return this.#shown.preset;
  }

  /** Recalls a preset. The request is sent once. */
  recall(preset: number): SendResult {
    this.#shown.send();
    const device = `the camera of the connection "${this.deps.id}"`;
    const pending = this.#pending.add(camera, device, preset);
    this.#requests.sendFirst(ptz(`R${digits(preset)}`), (answer) => {
      if (E.isLeft(answer)) this.#fail(answer.left);
      else this.#handleAnswer(pending, answer.right);
    });
    return E.right(pending.sent);
  }

  failRecall(message: string): void {
    this.#pending.fail(message);
  }

  /** Ends the connection. A pending recall fails. */
  close(): void {
    this.#isClosed = true;
    this.#cancelTimer();
    this.#requests.clear();
    this.#budget.close();
    this.#notifications.close();
    this.#lose();
    // A camera notifies a few terminals only, and keeps those that are gone.
    const port = this.#notifiedPort;
    if (port !== undefined) this.#unsubscribed = this.#requests.sendLast(subscription('stop', port));
  }

  /** Resolves once the camera has been asked to notify no more. */
  whenClosed(): Promise<void> {
    return this.#unsubscribed;
  }

  #handleAnswer(pending: PendingCommand<number>, answer: string): void {
    const [, error] = /^eR([0-9])/i.exec(answer) ?? [];
    if (error !== undefined) pending.fail(`refused: ${errors[error] ?? `error ${error}`}`);
    else if (answer.toLowerCase() === `s${digits(pending.command)}`) this.#accept(pending);
    else pending.fail('its answer is not the one to a recall');
  }

  #accept(pending: PendingCommand<number>): void {
    pending.accept();
    if (!pending.isOver()) this.#shown.accept();
  }

  #handleNotification(command: string): void {
    const [, completed] = /^q([0-9]{2})$/.exec(command) ?? [];
    const pending = this.#pending.of(camera);
    if (completed === undefined || pending === undefined || completed !== digits(pending.command)) return;
    this.#completions += 1;
    this.#shown.complete(pending.command);
    pending.confirm();
    this.#inquire();
  }

  #connect(): void {
    const credentials = readCredentials(this.address, this.deps.readSecret);
    Promise.all([this.#notifications.ready(), credentials]).then(
      ([port, user]) => {
        if (this.#isClosed) return;
        this.#requests.authorize(user);
        this.#subscribe(port);
      },
      (error: unknown) => {
        this.#fail(error instanceof Error ? error.message : String(error));
      },
    );
  }

  #subscribe(port: number): void {
    this.#notifiedPort = port;
    this.#requests.send(subscription('start', port), (answer) => {
      if (E.isLeft(answer)) this.#fail(answer.left);
      else this.#inquire();
    });
  }

  #inquire(): void {
    const completions = this.#completions;
    this.#ask('APC', (panTiltAnswer) => {
      this.#ask('GZ', (zoomAnswer) => {
        if (completions === this.#completions) this.#shown.update(positionOf(panTiltAnswer, zoomAnswer));
      });
    });
    this.#schedule(inquiryMs, () => {
      this.#inquire();
    });
  }

  #ask(command: string, answered: (answer: string) => void): void {
    this.#requests.send(ptz(command), (answer) => {
      if (E.isLeft(answer)) {
        this.#fail(answer.left);
        return;
      }
      this.#note();
      answered(answer.right);
    });
  }

  /** Notes that the camera answers. */
  #note(): void {
    if (this.#isConnected) return;
    this.#isConnected = true;
    this.#pause.spoke();
    this.#log.back();
    this.#shown.reconnect();
  }

  #fail(reason: string): void {
    if (this.#isClosed) return;
    // A user who is refused again and again may be locked out.
    if (this.#requests.isRefused) this.#pause.accepted();
    this.#requests.clear();
    this.#log.lost(reason);
    this.#lose();
    this.#schedule(this.#pause.ms, () => {
      this.#connect();
    });
  }

  #lose(): void {
    if (!this.#isConnected) return;
    this.#isConnected = false;
    this.#pending.fail(connectionLost);
    this.#shown.disconnect();
  }

  #schedule(delayMs: number, task: () => void): void {
    this.#cancelTimer();
    this.#cancelTimer = this.deps.clock.after(delayMs, task);
  }
}
