// Loads the page again.
import { Trans } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import { Button } from './button.js';

export const ReloadButton = (): ReactElement => (
  <Button
    onPress={() => {
      window.location.reload();
    }}
  >
    <Trans>Reload the page</Trans>
  </Button>
);
