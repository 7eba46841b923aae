// A certificate authority for tests, and certificates that it vouches for; made by openssl in a folder that is given.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Files of a certificate and its key, both PEM. */
export interface CertificateFiles {
  readonly cert: string;
  readonly key: string;
}

/** Vouches for names and addresses. */
export interface Authority {
  /** The file of its own certificate, which whoever checks has to trust. */
  readonly ca: string;
  /** A certificate for alternative names as openssl writes them, as in `DNS:localhost` or `IP:127.0.0.1`. */
  readonly certify: (name: string, ...alternatives: readonly string[]) => CertificateFiles;
}

/** The two texts of a certificate. */
export const readFiles = ({ cert, key }: CertificateFiles): CertificateFiles => ({
  cert: readFileSync(cert, 'utf8'),
  key: readFileSync(key, 'utf8'),
});

/** Makes an authority; everything of it lies in the folder. */
export const authority = (folder: string): Authority => {
  const file = (name: string): string => join(folder, name);
  const openssl = (...words: readonly string[]): void => {
    execFileSync('openssl', [...words], { stdio: 'ignore' });
  };
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  const [ca, caKey] = [file('ca.pem'), file('ca.key')];
  openssl('req', '-x509', ...curve, '-subj', '/CN=Test authority', '-keyout', caKey, '-out', ca);
  return {
    ca,
    certify: (name, ...alternatives) => {
      const [cert, key, extensions] = [file(`${name}.pem`), file(`${name}.key`), file(`${name}.ext`)];
      writeFileSync(extensions, `subjectAltName=${alternatives.join(',')}\n`);
      openssl('req', ...curve, '-subj', `/CN=${name}`, '-keyout', key, '-out', `${cert}.csr`);
      const signing = ['-in', `${cert}.csr`, '-CA', ca, '-CAkey', caKey, '-CAcreateserial', '-extfile', extensions];
      openssl('x509', '-req', ...signing, '-days', '2', '-out', cert);
      return { cert, key };
    },
  };
};
