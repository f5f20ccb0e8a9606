/* marks — reasons why an element or a block of text may not be part of the article. */
#ifndef PURIFY_MARKS_H
#define PURIFY_MARKS_H

enum mark {
	MARK_ROLE = 1,      /* what the element is: nav, footer, aside, role=navigation */
	MARK_HIDDEN = 2,    /* browsers do not show it */
	MARK_NAME = 4,      /* its class or id: "sidebar", "toolbar" */
	MARK_COMMENTS = 8,  /* readers' comments below the article */
	MARK_RELATED = 16,  /* teasers of other pages */
	MARK_CAPTION = 32,  /* the caption or credit of a picture */
	MARK_CONSENT = 64,  /* asks for consent to cookies, or to subscribe */
	MARK_NOSCRIPT = 128 /* in <noscript>, and the page has more text without it */
};

#endif
