// Exports all changes that a filter selects.
import { useState, type ReactElement } from 'react';
import { explain } from '../api/failure.js';
import { download, type FileFormat } from '../ui/download.js';
import { exportActions } from '../ui/export-actions.js';
import { MenuButton } from '../ui/menu-button.js';
import { Notice } from '../ui/notice.js';
import { toCsv, toJson } from './export.js';
import type { HistoryFilter } from './filter.js';
import { readAllChanges } from './queries.js';

const convert = { csv: toCsv, json: toJson } as const;

interface ExportProps {
  readonly path: string;
  readonly filter: HistoryFilter;
  /** The name of the file without its ending. */
  readonly fileName: string;
}

/** Renders the menu with the formats. */
export const ExportButton = ({ path, filter, fileName }: ExportProps): ReactElement => {
  const [isPending, setPending] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const save = async (format: FileFormat): Promise<void> => {
    setPending(true);
    setFailure(undefined);
    try {
      download(fileName, format, convert[format](await readAllChanges(path, filter)));
    } catch (error) {
      setFailure(error);
    } finally {
      setPending(false);
    }
  };
  return (
    <div className="actions">
      {failure !== undefined && <Notice kind="bad">{explain(failure)}</Notice>}
      <MenuButton
        label="Export the changes"
        text="Export"
        isPending={isPending}
        actions={exportActions((format) => void save(format))}
      />
    </div>
  );
};
