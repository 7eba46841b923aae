// TLS certificates: read from their files, checked, and read again when they change.
import { X509Certificate, createPrivateKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';
import type { Certificate } from '../../adapters/http/server/certificate.js';
import type { Log } from '../../application/ports/log.js';
import { StartupError } from './startup-errors.js';
import type { Settings } from '../settings/settings.js';

/** How often the files are checked for changes, in milliseconds. */
const checkEveryMs = 5_000;

const attempt = <A>(setting: string, expected: string, task: () => A): A => {
  try {
    return task();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new StartupError(`${setting}: expected ${expected} (${code ?? 'unknown'})`);
  }
};

const parseCertificate = (pem: string): X509Certificate => new X509Certificate(pem);

/** Reads a PEM file of certificates. Throws a `StartupError` that names the setting if the file isn't one. */
export const readCertificates = (setting: string, file: string): string =>
  attempt(setting, `a file of certificates in PEM at ${file}`, () => {
    const pem = readFileSync(file, 'utf8');
    parseCertificate(pem);
    return pem;
  });

/** The settings that name the two files of a certificate. */
export type CertificateSettings = readonly [cert: 'TLS_CERT', key: 'TLS_KEY'] | typeof consoleSettings;

const consoleSettings = ['CONSOLE_TLS_CERT', 'CONSOLE_TLS_KEY'] as const;
const serviceSettings = ['TLS_CERT', 'TLS_KEY'] as const;

/** The files of a certificate and its key. */
interface Files {
  readonly names: CertificateSettings;
  readonly cert: string;
  readonly key: string;
}

const read = ({ names: [certName, keyName], cert, key }: Files): Certificate => {
  const certificate = readCertificates(certName, cert);
  const { pem, parsed } = attempt(keyName, `a file of a private key in PEM at ${key}`, () => {
    const text = readFileSync(key, 'utf8');
    return { pem: text, parsed: createPrivateKey(text) };
  });
  if (!parseCertificate(certificate).checkPrivateKey(parsed))
    throw new StartupError(`${keyName}: expected the private key of the certificate in ${cert}`);
  attempt(certName, `a certificate and its chain that TLS accepts at ${cert}`, () =>
    createSecureContext({ cert: certificate, key: pem }),
  );
  return { cert: certificate, key: pem };
};

const missing = (name: string, other: string): never => {
  throw new StartupError(`${name}: expected a file, because ${other} is set`);
};

const filesOf = (settings: Partial<Settings>, names: CertificateSettings): Files | undefined => {
  const [certName, keyName] = names;
  const { [certName]: cert, [keyName]: key } = settings;
  if (cert === undefined && key === undefined) return undefined;
  if (cert === undefined) return missing(certName, keyName);
  return key === undefined ? missing(keyName, certName) : { names, cert, key };
};

/** A certificate that follows its files. */
export interface CertificateSource {
  /** The certificate at start. */
  readonly initial: Certificate;
  /**
   * Begins to check the files for changes, and passes each new certificate to `renew`. One that isn't valid is logged;
   * the previous one stays in use.
   */
  readonly follow: (renew: (certificate: Certificate) => void, log: Log, intervalMs?: number) => FollowedCertificate;
}

/** A certificate whose files are checked for changes. */
export interface FollowedCertificate {
  /** Reads the files now, whether they have changed or not. */
  readonly reload: () => void;
  readonly stop: () => void;
}

/** Stands for a part without a certificate. */
export const noCertificate: FollowedCertificate = { reload: () => undefined, stop: () => undefined };

const expiryOf = (pem: string): Date => parseCertificate(pem).validToDate;

/** Returns what is wrong with a certificate that has expired; undefined for others. */
const expiryIssue = (setting: string, { cert }: Certificate): string | undefined => {
  const expiry = expiryOf(cert);
  return expiry.getTime() < Date.now()
    ? `${setting}: expected a certificate that is valid, but it expired at ${expiry.toISOString()}`
    : undefined;
};

/** Reads the files and passes the certificate on. Logs the result in one line. */
const renewFrom = (files: Files, renew: (certificate: Certificate) => void, log: Log) => (): void => {
  const [setting] = files.names;
  try {
    const certificate = read(files);
    const issue = expiryIssue(setting, certificate);
    if (issue !== undefined) throw new StartupError(issue);
    renew(certificate);
    log.info('the certificate was read again', { setting, validUntil: expiryOf(certificate.cert).toISOString() });
  } catch (error) {
    const { message: reason } = error as Error;
    log.error('the certificate could not be renewed; the previous one stays in use', { reason });
  }
};

/** Returns one text for what both files contain: they usually change together, which is one change. */
const joinContents = (contents: readonly string[]): string => contents.join('\0');

const errorCode = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? '';

/** Reads a file. Returns the code of the error if that fails. */
const readContentSync = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    return errorCode(error);
  }
};

/** The same without blocking: the disk may hang. */
const readContent = (path: string): Promise<string> => readFile(path, 'utf8').catch(errorCode);

/** Files that are checked regularly. */
interface WatchedContent {
  /** Takes what the files contain now as known. */
  readonly accept: () => void;
  readonly stop: () => void;
}

/** Checks every `intervalMs` whether files still contain what is known, and calls `onChange` if not. */
const watchContent = (
  paths: readonly string[],
  initial: string,
  intervalMs: number,
  onChange: () => void,
): WatchedContent => {
  let known = initial;
  let isStopped = false;
  let timer: NodeJS.Timeout;
  const accept = (): void => {
    known = joinContents(paths.map(readContentSync));
  };
  const check = async (): Promise<void> => {
    const before = known;
    const found = joinContents(await Promise.all(paths.map(readContent)));
    if (isStopped) return;
    checkLater();
    // What was accepted meanwhile is newer than what was read.
    if (found === known || before !== known) return;
    // The files may have been written while they were read.
    accept();
    onChange();
  };
  const checkLater = (): void => {
    timer = setTimeout(() => void check(), intervalMs).unref();
  };
  checkLater();
  return {
    accept,
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
};

const follow =
  (files: Files, initial: Certificate): CertificateSource['follow'] =>
  (renew, log, intervalMs = checkEveryMs) => {
    // The part must start, and a person must learn of it.
    const issue = expiryIssue(files.names[0], initial);
    if (issue !== undefined) log.warn(issue);
    const reload = renewFrom(files, renew, log);
    const initialContent = joinContents([initial.cert, initial.key]);
    const { accept, stop } = watchContent([files.cert, files.key], initialContent, intervalMs, reload);
    return {
      reload: () => {
        accept();
        reload();
      },
      stop,
    };
  };

const sourceOf = (settings: Partial<Settings>, names: CertificateSettings): CertificateSource | undefined => {
  const files = filesOf(settings, names);
  if (files === undefined) return undefined;
  const initial = read(files);
  return { initial, follow: follow(files, initial) };
};

/** Reads the console's certificate; undefined if none is configured. Throws if only one of its two files is. */
export const consoleCertificate = (settings: Partial<Settings>): CertificateSource | undefined =>
  sourceOf(settings, consoleSettings);

/** Reads the service's certificate; undefined if none is configured. Throws if a setting of TLS lacks another. */
export const serviceCertificate = (settings: Partial<Settings>): CertificateSource | undefined => {
  const source = sourceOf(settings, serviceSettings);
  const alone = (['TLS_PORT', 'TLS_HOST'] as const).find((name) => settings[name] !== undefined);
  if (source === undefined && alone !== undefined)
    throw new StartupError(`${alone}: expected a certificate beside it (TLS_CERT and TLS_KEY)`);
  return source;
};
