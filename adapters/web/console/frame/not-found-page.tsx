// An address that leads nowhere.
import type { ReactElement } from 'react';
import { Link } from 'wouter';
import { PageTitle } from '../ui/page-title.js';

export const NotFoundPage = (): ReactElement => (
  <PageTitle title="There is nothing here">
    <p>
      The address leads to no view of the console. <Link href="/studios">See the studios</Link>
    </p>
  </PageTitle>
);
