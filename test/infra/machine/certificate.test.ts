// A certificate that is followed: what is renewed, when, and that nothing is after the stop.
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { serviceCertificate } from '../../../infra/machine/certificate.js';
import { certificateAuthority, readFiles, type CertificateFiles } from '../../application/console/authority.js';
import { memoryLog } from '../../application/console/readable-log.js';

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

/** Follows the certificate of files. They are checked on request only, unless more often. */
const follow = ({ cert, key }: CertificateFiles, intervalMs = 3_600_000) => {
  const log = memoryLog();
  const inForce: CertificateFiles[] = [];
  const source = serviceCertificate({ TLS_CERT: cert, TLS_KEY: key });
  const { reload, stop } =
    source?.follow((certificate) => void inForce.push(certificate), log, intervalMs) ?? expect.unreachable();
  return { log, inForce, reload, stop };
};

/** Follows a copy of the first certificate. */
const followed = (intervalMs?: number) => {
  const used = { cert: join(folder, 'used.pem'), key: join(folder, 'used.key') };
  const use = ({ cert, key }: CertificateFiles): void => {
    copyFileSync(cert, used.cert);
    copyFileSync(key, used.key);
  };
  use(valid);
  return { used, use, ...follow(used, intervalMs) };
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

it('is read once for a change of either file, not again after a request, and no more after the stop', async () => {
  const { used, use, inForce, reload, stop } = followed(20);
  use(renewed);
  reload();
  expect(inForce).toEqual([readFiles(renewed)]);
  use(valid);
  await vi.waitFor(() => {
    expect(inForce.slice(1)).toEqual([readFiles(valid)]);
  });
  stop();
  const other = follow(used, 20);
  use(renewed);
  await vi.waitFor(() => {
    expect(other.inForce).toEqual([readFiles(renewed)]);
  });
  other.stop();
  expect(inForce).toHaveLength(2);
});

it('is read when its files changed between the start and the first check, and whenever they change later', async () => {
  const { use, inForce, stop } = followed(20);
  const all = [renewed, valid, renewed];
  for (const [at, files] of all.entries()) {
    use(files);
    await vi.waitFor(() => {
      expect(inForce).toEqual(all.slice(0, at + 1).map(readFiles));
    });
  }
  stop();
});
