// Exports all changes that a filter selects.
import { t } from '@lingui/core/macro';
import type { ReactElement } from 'react';
import { download, type FileFormat } from '../ui/download.js';
import { exportActions } from '../ui/export-actions.js';
import { FailureNotice } from '../ui/failure-notice.js';
import { MenuButton } from '../ui/menu-button.js';
import { usePress } from '../ui/use-press.js';
import { toCsv, toJson } from './export.js';
import type { HistoryFilter } from './filter.js';
import { readAllChanges, type HistorySource } from './queries.js';

const convert = { csv: toCsv, json: toJson } as const;

interface ExportProps {
  readonly source: HistorySource;
  readonly filter: HistoryFilter;
  /** The name of the file without its ending. */
  readonly fileName: string;
}

/** Renders the menu with the formats. */
export const ExportButton = ({ source, filter, fileName }: ExportProps): ReactElement => {
  const { isPending, failure, press } = usePress(async (format: FileFormat) => {
    download(fileName, format, convert[format](await readAllChanges(source, filter)));
  });
  return (
    <div className="actions">
      <FailureNotice failure={failure} />
      <MenuButton label={t`Export the changes`} text={t`Export`} isPending={isPending} actions={exportActions(press)} />
    </div>
  );
};
