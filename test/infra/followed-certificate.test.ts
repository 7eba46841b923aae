// A certificate that is followed: what is renewed, when, and that nothing is after the stop.
import { copyFileSync, mkdtempSync, rmSync, unwatchFile, watchFile } from 'node:fs';
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
  return { used, use, log, inForce, reload, stop };
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

it('is read once for a change of either file, not again after a request, and no more after the stop', () => {
  const { used, use, inForce, reload, stop } = followed();
  const other = (): void => undefined;
  const [cert, key] = [used.cert, used.key].map((path) => watchFile(path, { persistent: false }, other));
  use(renewed);
  reload();
  for (const file of [cert, key]) file?.emit('change');
  expect(inForce).toEqual([readFiles(renewed)]);
  use(valid);
  for (const file of [key, cert]) file?.emit('change');
  expect(inForce.slice(1)).toEqual([readFiles(valid)]);
  use(renewed);
  cert?.emit('change');
  expect(inForce.slice(2)).toEqual([readFiles(renewed)]);
  stop();
  expect([cert, key].map((file) => file?.listenerCount('change'))).toEqual([1, 1]);
  for (const path of [used.cert, used.key]) unwatchFile(path, other);
});
