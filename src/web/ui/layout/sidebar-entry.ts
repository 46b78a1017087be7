/** The groups of administrators' pages: first what the specification lists, then all else by what it is about. */
export const SIDEBAR_GROUPS = ['admin', 'content', 'learners', 'operations'] as const;
export type SidebarGroupName = (typeof SIDEBAR_GROUPS)[number];

/** Where the sidebar and the command palette list a page of administrators; its route says it. */
export interface SidebarEntry {
  readonly group: SidebarGroupName;
  /** Among the pages of the group, from 1. */
  readonly position: number;
  readonly label: () => string;
  /** Path of the icon in a box of 20 by 20. */
  readonly icon: string;
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    readonly sidebar?: SidebarEntry;
  }
}
