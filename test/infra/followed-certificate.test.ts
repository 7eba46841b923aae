// A certificate that is followed: what is renewed, when, and that nothing is after the stop.
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { serviceCertificate } from '../../infra/certificate.js';
import { certificateAuthority, readFiles, type CertificateFiles } from '../console/authority.js';
import { memoryLog } from '../console/readable-log.js';

let folder: string;
let valid: CertificateFiles;
let renewed: CertificateFiles;
let expired: CertificateFiles;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'followed-certificate-'));
  const authority = certificateAuthority(folder);
  valid = authority.issue('valid', 'IP:127.0.0.1');
  renewed = authority.issue('renewed', 'IP:127.0.0.1');
  expired = authority.issueExpired('expired', 'IP:127.0.0.1');
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** Follows a copy of the first certificate. The files are checked on request only. */
const followed = () => {
  const used = { cert: join(folder, 'used.pem'), key: join(folder, 'used.key') };
  const use = ({ cert, key }: CertificateFiles): void => {
    copyFileSync(cert, used.cert);
    copyFileSync(key, used.key);
  };
  use(valid);
  const log = memoryLog();
  const inForce: CertificateFiles[] = [];
  const source = serviceCertificate({ TLS_CERT: used.cert, TLS_KEY: used.key });
  const { reload, stop } =
    source?.follow((certificate) => void inForce.push(certificate), log, 3_600_000) ?? expect.unreachable();
  return { use, log, inForce, reload, stop };
};

it('is read on request, also if it has not changed, and one that has expired is not used', () => {
  const { use, log, inForce, reload, stop } = followed();
  reload();
  use(expired);
  reload();
  use(renewed);
  reload();
  stop();
  expect(inForce).toEqual([readFiles(valid), readFiles(renewed)]);
  expect(log.lines).toHaveLength(3);
  expect(log.lines[1]).toContain('but it expired at');
});
