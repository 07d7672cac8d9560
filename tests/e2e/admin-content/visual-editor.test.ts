import { openContentOffice } from '../office/content-office.ts';
import { runSuites } from '../office/run-suites.ts';
import { linksSuite } from './links.suite.ts';
import { visualEditorSuite } from './visual-editor.suite.ts';

/** The visual editor of Markdown fields, and links in both editors. */
runSuites(openContentOffice, { 'visual editor': visualEditorSuite, links: linksSuite });
