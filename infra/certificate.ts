// The console's TLS certificate: read from its files, checked, and read again when they change.
import { X509Certificate, createPrivateKey } from 'node:crypto';
import { readFileSync, unwatchFile, watchFile } from 'node:fs';
import type { Certificate } from '../adapters/http/server/certificate.js';
import type { Log } from '../application/ports/log.js';
import { StartupError } from './startup-errors.js';
import type { Settings } from './settings.js';

type Files = Pick<Settings, 'CONSOLE_TLS_CERT' | 'CONSOLE_TLS_KEY'>;
type Name = keyof Files;

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

const read = (cert: string, key: string): Certificate => {
  const certificate = readCertificates('CONSOLE_TLS_CERT', cert);
  const { pem, parsed } = attempt('CONSOLE_TLS_KEY', `a file of a private key in PEM at ${key}`, () => {
    const text = readFileSync(key, 'utf8');
    return { pem: text, parsed: createPrivateKey(text) };
  });
  if (!parseCertificate(certificate).checkPrivateKey(parsed))
    throw new StartupError(`CONSOLE_TLS_KEY: expected the private key of the certificate in ${cert}`);
  return { cert: certificate, key: pem };
};

const missing = (name: Name, other: Name): never => {
  throw new StartupError(`${name}: expected a file, because ${other} is set`);
};

/** Reads the console's certificate; undefined if none is configured. Throws if only one of its two files is. */
export const consoleCertificate = ({
  CONSOLE_TLS_CERT: cert,
  CONSOLE_TLS_KEY: key,
}: Files): Certificate | undefined => {
  if (cert === undefined && key === undefined) return undefined;
  if (cert === undefined) return missing('CONSOLE_TLS_CERT', 'CONSOLE_TLS_KEY');
  return key === undefined ? missing('CONSOLE_TLS_KEY', 'CONSOLE_TLS_CERT') : read(cert, key);
};

/** Calls `renew` when the files change. Logs a pair that isn't valid; the previous certificate stays in use. */
export const watchCertificate = (
  files: Files,
  renew: (certificate: Certificate) => void,
  log: Log,
  interval = checkEveryMs,
): (() => void) => {
  const paths = [files.CONSOLE_TLS_CERT, files.CONSOLE_TLS_KEY].filter((path) => path !== undefined);
  const onChange = (): void => {
    try {
      const certificate = consoleCertificate(files);
      if (certificate !== undefined) renew(certificate);
      log.info('the certificate was renewed');
    } catch (error) {
      log.error('the certificate could not be renewed; the previous one stays in use', {
        reason: (error as Error).message,
      });
    }
  };
  for (const path of paths) watchFile(path, { interval, persistent: false }, onChange);
  return () => {
    for (const path of paths) unwatchFile(path, onChange);
  };
};
