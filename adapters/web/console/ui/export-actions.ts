// Menu entries that export a list as a file.
import { t } from '@lingui/core/macro';
import type { FileFormat } from './download.js';
import type { MenuAction } from './menu-button.js';

/** Returns the entries. */
export const exportActions = (save: (format: FileFormat) => void): readonly MenuAction[] => [
  {
    label: t`Export as CSV`,
    run: () => {
      save('csv');
    },
  },
  {
    label: t`Export as JSON`,
    run: () => {
      save('json');
    },
  },
];
