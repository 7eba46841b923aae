// Saves the report about the equipment as a file, to attach to a question.
import { Trans } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import { FileDown } from 'lucide-react';
import type { EquipmentReport } from '../../../../../application/connections/equipment-report.js';
import { Button } from '../../ui/button.js';
import { download } from '../../ui/download.js';
import { FailureNotice } from '../../ui/failure-notice.js';
import { usePress } from '../../ui/use-press.js';
import { useAsk } from '../ask.js';

/** Renders the button. */
export const ReportButton = (): ReactElement => {
  const ask = useAsk();
  const { isPending, failure, press } = usePress(async () => {
    const report = await ask<EquipmentReport>({ ask: 'report' });
    download(report.name, 'json', JSON.stringify(report, undefined, 2));
  });
  return (
    <>
      <Button onPress={press} isPending={isPending} icon={<FileDown size={16} aria-hidden />}>
        <Trans>Report for a question</Trans>
      </Button>
      <FailureNotice failure={failure} />
    </>
  );
};
