// Loads the page again.
import type { ReactElement } from 'react';
import { Button } from './button.js';

export const ReloadButton = (): ReactElement => (
  <Button
    onPress={() => {
      window.location.reload();
    }}
  >
    Reload the page
  </Button>
);
