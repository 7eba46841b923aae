// Packs the module for Companion with the console's page, which offers it as a download.
import { execFileSync } from 'node:child_process';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const root = join(import.meta.dirname, '../../..');

/** Copies the packed module to a file beside the page. */
export const companionArchive = (file: string): Plugin => ({
  name: 'companion-archive',
  closeBundle: () => {
    const printed = execFileSync('npm', ['run', '--silent', 'companion:pack'], { cwd: root, encoding: 'utf8' });
    copyFileSync(printed.trim(), file);
  },
});
