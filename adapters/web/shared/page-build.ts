// What the builds of all pages have in common.
import type { BuildOptions } from 'vite';

export const pageBuild = {
  emptyOutDir: true,
  target: ['chrome123', 'firefox120', 'safari17.5'],
  license: { fileName: 'licences.txt' },
  // Inlined files would become data: URLs, which the content security policy rejects for scripts and styles.
  assetsInlineLimit: 0,
  modulePreload: { polyfill: false },
} satisfies BuildOptions;
