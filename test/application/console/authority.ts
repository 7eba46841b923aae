// A certificate authority for tests, and certificates that it issues, created by openssl in a folder.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The PEM files of a certificate and its key. */
export interface CertificateFiles {
  readonly cert: string;
  readonly key: string;
}

/** Issues certificates for names and addresses. */
export interface CertificateAuthority {
  /** The file of its own certificate, which clients must trust. */
  readonly ca: string;
  /** Issues a certificate for alternative names in openssl's format, such as `DNS:localhost` or `IP:127.0.0.1`. */
  readonly issue: (name: string, ...alternatives: readonly string[]) => CertificateFiles;
  /** Issues a certificate that has expired. */
  readonly issueExpired: (name: string, ...alternatives: readonly string[]) => CertificateFiles;
}

/** Reads the certificate and its key. */
export const readFiles = ({ cert, key }: CertificateFiles): CertificateFiles => ({
  cert: readFileSync(cert, 'utf8'),
  key: readFileSync(key, 'utf8'),
});

/** Creates an authority with all its files in a folder. */
export const certificateAuthority = (folder: string): CertificateAuthority => {
  const file = (name: string): string => join(folder, name);
  const openssl = (...words: readonly string[]): void => {
    execFileSync('openssl', [...words], { stdio: 'ignore' });
  };
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  const [ca, caKey] = [file('ca.pem'), file('ca.key')];
  openssl('req', '-x509', ...curve, '-subj', '/CN=Test authority', '-keyout', caKey, '-out', ca);
  const issueFor = (days: number, name: string, alternatives: readonly string[]): CertificateFiles => {
    const [cert, key, extensions] = [file(`${name}.pem`), file(`${name}.key`), file(`${name}.ext`)];
    writeFileSync(extensions, `subjectAltName=${alternatives.join(',')}\n`);
    openssl('req', ...curve, '-subj', `/CN=${name}`, '-keyout', key, '-out', `${cert}.csr`);
    const signing = ['-in', `${cert}.csr`, '-CA', ca, '-CAkey', caKey, '-CAcreateserial', '-extfile', extensions];
    openssl('x509', '-req', ...signing, '-days', String(days), '-out', cert);
    return { cert, key };
  };
  return {
    ca,
    issue: (name, ...alternatives) => issueFor(2, name, alternatives),
    issueExpired: (name, ...alternatives) => issueFor(-1, name, alternatives),
  };
};
