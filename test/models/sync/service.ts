// A service that follows the configuration: its real link and intake, with a disk in memory that outlasts its process.
import { configurationLink, type ConfigurationLink } from '../../../adapters/cloud/configuration-link.js';
import { consoleClient } from '../../../adapters/cloud/console-client.js';
import { hashSecret } from '../../../adapters/node/console-secrets.js';
import { hashToken } from '../../../adapters/node/secrets.js';
import { accessPolicyHolder, type AccessPolicyHolder } from '../../../application/access/access-policy-holder.js';
import { configurationIntake, type ConfigurationIntake } from '../../../application/access/configuration-intake.js';
import type { Clock } from '../../../application/ports/clock.js';
import { canonicalConfiguration } from '../../../domain/access/canonical-configuration.js';
import { defaultConfiguration, type AccessConfiguration } from '../../../domain/access/configuration.js';
import { silent } from '../../../features/support/silent-log.js';
import { refusedConnection } from '../../../adapters/node/memory-connection.js';
import { fetchOver } from '../../simulation/machine/http-client.js';
import type { Link } from '../../simulation/machine/network.js';
import { processClock, type ProcessClock } from '../../simulation/machine/process-clock.js';
import { noAudit } from '../../simulation/parts/no-audit.js';
import { studioId } from './console.js';

/** Time of a write, in milliseconds. */
const writeMs = 40;

/** A configuration that a service has received, with the key that it sent. */
export interface ReceivedConfiguration {
  readonly key: string;
  readonly configuration: AccessConfiguration;
}

/** A service, its disk, and its way to the console. */
export class ModelService {
  /** All configurations that were received, oldest first. */
  readonly received: ReceivedConfiguration[] = [];
  /** What the running process knows: the configuration that it started with, and those it has received since. */
  known: AccessConfiguration[] = [];
  #stored: AccessConfiguration = defaultConfiguration(studioId);
  #process: ProcessClock | undefined;
  #access!: AccessPolicyHolder;
  #configurations!: ConfigurationLink;

  constructor(
    private readonly clock: Clock,
    readonly link: Link,
    public key: string,
  ) {}

  get isRunning(): boolean {
    return this.#process !== undefined;
  }

  get isConnected(): boolean {
    return this.isRunning && this.#configurations.connected();
  }

  inForce(): AccessConfiguration {
    return this.#access.current().configuration;
  }

  start(): void {
    const process = processClock(this.clock);
    this.#process = process;
    this.known = [this.#stored];
    const legacySettings = { serverId: 'server-1', studioId, appUsernames: [] };
    this.#access = accessPolicyHolder({ hashToken, legacySettings, trustLoopback: true, clock: process }, this.#stored);
    this.#configurations = configurationLink({
      client: this.#client(process),
      intake: this.#intake(process),
      version: () => this.inForce().version,
      digest: () => hashSecret(canonicalConfiguration(this.inForce())),
      ...{ clock: process, random: () => 0.5, log: silent },
    });
    this.#configurations.start();
  }

  /** Stops the service; resolves once its last write has ended. */
  async stop(): Promise<void> {
    await this.#configurations.stop();
    this.kill();
  }

  /** Ends the process. What it was writing is lost. */
  kill(): void {
    this.#process?.end();
    this.#process = undefined;
    this.link.breakConnections();
  }

  #client(process: ProcessClock) {
    const connect = () => (process.isAlive() ? this.link.connect('192.168.1.10') : refusedConnection());
    return consoleClient({
      url: 'http://console:3010',
      studioId,
      studioKey: () => this.key,
      fetch: fetchOver(connect),
    });
  }

  #intake(process: ProcessClock): ConfigurationIntake {
    const save = (configuration: AccessConfiguration): Promise<void> =>
      new Promise((resolve) => {
        process.after(writeMs, () => {
          this.#stored = configuration;
          resolve();
        });
      });
    const deps = { access: this.#access, file: { save }, clock: process, log: silent, audit: noAudit };
    const intake = configurationIntake(deps);
    return {
      ...intake,
      offer: (sent) => {
        const configuration = sent as AccessConfiguration;
        this.received.push({ key: this.key, configuration });
        this.known.push(configuration);
        return intake.offer(sent);
      },
    };
  }
}
