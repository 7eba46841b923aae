// Exports the entries that a filter selects.
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState, type ReactElement } from 'react';
import { locale } from '../../messages/i18n.js';
import type { AsRunItem } from '../api/contract.js';
import { csvHead, csvRow } from '../api/rules.js';
import { download, type FileFormat } from '../ui/download.js';
import { exportActions } from '../ui/export-actions.js';
import { FailureNotice } from '../ui/failure-notice.js';
import { MenuButton } from '../ui/menu-button.js';
import { Notice } from '../ui/notice.js';
import { usePress } from '../ui/use-press.js';
import type { ShownFilter } from './filter.js';
import { maxExported, readAllEntries } from './queries.js';

/** Returns a file, as `studio-control as-run` prints it, but newest first. */
export const toFile = (entries: readonly AsRunItem[], format: FileFormat): string =>
  format === 'json'
    ? `${JSON.stringify({ entries }, null, 2)}\n`
    : [csvHead, ...entries.map(csvRow)].map((row) => `${row}\n`).join('');

interface ExportProps {
  readonly studioId: string;
  readonly filter: ShownFilter;
}

/** Renders the menu with the formats. */
export const ExportButton = ({ studioId, filter }: ExportProps): ReactElement => {
  const [isCut, setCut] = useState(false);
  const { isPending, failure, press } = usePress(async (format: FileFormat) => {
    const exported = await readAllEntries(studioId, filter);
    setCut(exported.isCut);
    download(`${studioId}-as-run`, format, toFile(exported.entries, format));
  });
  return (
    <div className="actions">
      <FailureNotice failure={failure} />
      {isCut && (
        <Notice kind="warn">
          <Trans>
            The file has the newest {maxExported.toLocaleString(locale)} entries. Choose fewer days for the older ones,
            or run studio-control as-run at the studio’s host.
          </Trans>
        </Notice>
      )}
      <MenuButton
        label={t`Export the as-run log`}
        text={t`Export`}
        isPending={isPending}
        actions={exportActions(press)}
      />
    </div>
  );
};
