// Page for an unknown path.
import type { ReactElement } from 'react';
import { Link } from 'wouter';
import { PageTitle } from '../ui/page-title.js';

export const NotFoundPage = (): ReactElement => (
  <PageTitle title="Page not found">
    <p>
      The console has no page at this address. <Link href="/studios">All studios</Link>
    </p>
  </PageTitle>
);
