/** HTML as programs put it on the clipboard, and the Markdown that the visual editor makes of it. */
export const clipboards: Record<string, { html: string; markdown: string }> = {
  'Google Docs': {
    html: `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-0a1b"><h1 dir="ltr" style="line-height:1.38;margin-top:20pt;"><span style="font-size:20pt;font-family:Arial;font-weight:400;">Plan</span></h1><p dir="ltr" style="line-height:1.38;"><span style="font-weight:400;">A </span><span style="font-weight:700;">bold</span><span style="font-weight:400;"> and </span><span style="font-style:italic;font-weight:400;">slanted</span><span> word, and a </span><a href="https://www.google.com/url?q=https://example.com/a&amp;sa=D" style="text-decoration:none;"><span style="color:#1155cc;text-decoration:underline;">link</span></a><span>.</span></p><br /><ul style="margin-top:0;"><li dir="ltr" style="list-style-type:disc;" aria-level="1"><p dir="ltr" role="presentation"><span>One</span></p></li><ul><li dir="ltr" aria-level="2"><p dir="ltr" role="presentation"><span>Nested</span></p></li></ul><li dir="ltr" aria-level="1"><p dir="ltr" role="presentation"><span>Two</span></p></li></ul><div dir="ltr"><table><colgroup><col width="301"/><col width="301"/></colgroup><tbody><tr><td><p dir="ltr"><span style="font-weight:700;">Name</span></p></td><td><p dir="ltr"><span>Role</span></p></td></tr><tr><td><p dir="ltr"><span>Ada</span></p></td><td><p dir="ltr"><span>Engineer</span></p></td></tr></tbody></table></div></b>`,
    markdown:
      '## Plan\n\nA **bold** and _slanted_ word, and a [link](https://example.com/a).\n\n- One\n  - Nested\n- Two\n\n| **Name** | Role |\n| --- | --- |\n| Ada | Engineer |',
  },
  Word: {
    html: `<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word"><head><meta name=Generator content="Microsoft Word 15"><style><!-- p.MsoNormal {margin:0cm;} --></style></head><body lang=EN-GB><!--StartFragment--><h2>Plan<o:p></o:p></h2><p class=MsoNormal>A <b>bold</b> and <i>slanted</i> word, and a <a href="https://example.com/a">link</a>.<o:p></o:p></p><p class=MsoNormal><o:p>&nbsp;</o:p></p><p class=MsoListParagraphCxSpFirst style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><![endif]>One<o:p></o:p></p><p class=MsoListParagraphCxSpMiddle style='text-indent:-18.0pt;mso-list:l0 level2 lfo1'><![if !supportLists]><span><span style='mso-list:Ignore'>o<span>&nbsp; </span></span></span><![endif]>Nested<o:p></o:p></p><p class=MsoListParagraphCxSpLast style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span><span style='mso-list:Ignore'>·<span>&nbsp; </span></span></span><![endif]>Two<o:p></o:p></p><table class=MsoTableGrid border=1><tr><td width=301><p class=MsoNormal><b>Name</b><o:p></o:p></p></td><td width=301><p class=MsoNormal>Role<o:p></o:p></p></td></tr><tr><td><p class=MsoNormal>Ada<o:p></o:p></p></td><td><p class=MsoNormal>Engineer<o:p></o:p></p></td></tr></table><!--EndFragment--></body></html>`,
    markdown:
      '## Plan\n\nA **bold** and _slanted_ word, and a [link](https://example.com/a).\n\n- One\n  - Nested\n- Two\n\n| **Name** | Role |\n| --- | --- |\n| Ada | Engineer |',
  },
  Notion: {
    html: `<meta charset='utf-8'><h2>Plan</h2>\n<p>A <strong>bold</strong> and <em>slanted</em> word, and a <a href="https://example.com/a">link</a>.</p>\n<ul>\n<li>One\n<ul>\n<li>Nested</li>\n</ul>\n</li>\n<li>Two</li>\n</ul>\n<table>\n<thead>\n<tr>\n<th>Name</th>\n<th>Role</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>Ada</td>\n<td>Engineer</td>\n</tr>\n</tbody>\n</table>\n<pre><code class="language-js">const a = 1;\n</code></pre>`,
    markdown:
      '## Plan\n\nA **bold** and _slanted_ word, and a [link](https://example.com/a).\n\n- One\n  - Nested\n- Two\n\n| Name | Role |\n| --- | --- |\n| Ada | Engineer |\n\n```js\nconst a = 1;\n```',
  },
  Pages: {
    html: `<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.01//EN" "http://www.w3.org/TR/html4/strict.dtd"><html><head><meta http-equiv="Content-Type" content="text/html; charset=UTF-8"><title></title><style type="text/css">p.p1 {margin: 0px; font: 20px 'Helvetica Neue'} span.s1 {text-decoration: underline}</style></head><body><h2 style="margin: 0px; font: 20px Helvetica">Plan</h2><p class="p2" style="margin: 0px; font: 11px Helvetica">A <b>bold</b> and <i>slanted</i> word, and a <a href="https://example.com/a"><span class="s1">link</span></a>.</p><ul class="ul1"><li class="li2">One<ul><li>Nested</li></ul></li><li class="li2">Two</li></ul></body></html>`,
    markdown:
      '## Plan\n\nA **bold** and _slanted_ word, and a [link](https://example.com/a).\n\n- One\n  - Nested\n- Two',
  },
  'a spreadsheet': {
    html: `<html xmlns:x="urn:schemas-microsoft-com:office:excel"><head><meta name=ProgId content=Excel.Sheet></head><body><table border=0 cellpadding=0 width=128><!--StartFragment--><col width=64 span=2><tr height=20><td height=20 width=64>Name</td><td width=64>Year</td></tr><tr height=20><td>Ada</td><td align=right>1815</td></tr><!--EndFragment--></table></body></html>`,
    markdown: '| Name | Year |\n| --- | --- |\n| Ada | 1815 |',
  },
  'a web page': {
    html: `<meta charset='utf-8'><div class="post" style="color: rgb(0,0,0)"><h1>Plan</h1><div>A <b>bold</b> word.<script>alert(1)</script></div><h2>Next</h2><blockquote><p>Quoted</p></blockquote><p><a href="javascript:alert(1)">Unsafe</a></p></div>`,
    markdown: '## Plan\n\nA **bold** word.\n\n### Next\n\n> Quoted\n\nUnsafe',
  },
};
